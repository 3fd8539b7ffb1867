/** The 2,048 words that a key is written down with: everyday words of three to eight letters, chosen for this purpose. No
 * two of them are one letter apart, so that a slip of the pen is never another word. Their order is part of every key that
 * somebody has on paper: it never changes. */

export const WORDS = `
  abbey above absent absorb accept account achieve acre acrobat active actor adapt add address admiral admire adult
  advance advice afford agenda agree aim alarm album alder alert alike allow almond alone alphabet altar amaze amount
  amuse anchor ancient anise ankle announce annual answer anthem antler anvil apart appeal apple approve apricot apron
  archer arena argue armchair army arrange arrive arrow article artist ask asleep aspen asphalt assist aster athlete
  atlas atom atrium attach attend attic attract audience august aunt author autumn avenue average avocado avoid awake
  award awkward axe axis babble baby bacon badger bagel bakery balance balcony ballad balloon ballot bamboo banana
  bandage bandit banjo banner barber bargain bark barley barrel barrier basement basil basket bat bathtub battery
  bazaar bean beard beauty beaver become beech beer beetle beetroot begin behave behind belief belong below belt bend
  benefit beret berry beside between beyond bicycle billion binder birch bird biscuit bishop bison black blanket blaze
  bless blink blond bloom blossom bluff blunt boar bobbin body bone bonus border bottle bottom boulder bounce boundary
  bouquet bowl bracelet branch brandy brass brave bread breath breeze brewer brick bride brief bright bronze brook
  broth brother brown bucket buckle bud budget buffalo buffet bugle build builder bull bump bundle bureau burn burrow
  burst bush butcher butter button buzz cabbage cabin cabinet cable cactus cake calendar calf camel camera canal
  canary cancel candle candy canoe canopy canteen canvas canyon capable caper capital capsule captain capture car
  caramel caravan career careful cargo carpet carrot cartoon carve cascade cashew cashier castle cauldron cause
  cavalry cedar ceiling celery cellar cement centaur central centre century cereal ceremony chairman chalet chalk
  champion chance chapel chapter charge chariot chart chase cheap cheer cheese chef cherry cherub chest chestnut
  chicken chili chimney chin chisel chive choice choir choose chorus church cider cinema cinnamon circle circus
  citizen city civil clam clasp clean clerk cliff climb cling cloak clogs cloth cloud clove clown clue clumsy clutch
  coarse coaster cobbler cobra cocoa coconut cocoon code coffee collect colonel colony colour colt column comb combine
  comedy comet comfort comic comma common company compare compass compete composer compost concert conclude confirm
  connect consent consider contain contest continue control convince convoy cook cookie copper copy coral corn corner
  correct costume cottage cotton couch counter couple courage courier court cousin cover cowboy cowslip crab cracker
  cradle crane crash crater crawl crayon cream create credit creek cricket crimson crisp crochet crocus cross crow
  cruise crumb crumple crust cry crystal cube cuckoo cucumber cup cupboard curious curl current curry curtain curtsy
  cushion custard custom customer cutlery cycle cypress daffodil dagger dahlia dairy dancer daughter dawn day dazzle
  dealer debate debt decade decent declare decline decorate deep defend degree delay delicate delight deliver delta
  demand denim dense dentist depart depth describe design desk dessert destiny detail device devote dew dialect
  diamond diary diet differ digit dignity dimple dinghy dinner dip diploma direct discover discuss dish display
  distant ditch divide dizzy doctor document dog dollar dolphin donate donkey door double doubt dough dove dozen
  dragon drama draught draw drawer dress drift drink drive drizzle drop drum duck dumpling dune durable dust duty
  dwell eager eagle early earth easy echo eclipse edition editor educate effort egg elbow elect elegant element
  elephant elevator eleven elixir elk embark embassy ember emblem embrace emerald emerge emotion emperor empire employ
  empty enamel enchant encore endless energy engine engineer enjoy enlist enough enrich enter entire entry envelope
  enviable epic equal equator equip era eraser errand escape essay estate eternal evening event evident evolve exact
  example excite excuse exercise exhibit exile exist expand expert explain explorer express extend extra eyebrow
  fabric fabulous face factory faculty faith falcon familiar family famous fancy fanfare farm farmer fashion feather
  feature fellow fence fennel fern ferret fertile festival festoon fetch fiction fiddle field fierce fifteen fifty fig
  figure film filter final finch find finish firefly fist five fjord flag flame flamingo flannel flask flavour flee
  fleece flexible flicker flight flint flip float flock flood florist flour flow flower fluent fluffy flute fly foal
  folder forbid force forehead forest forever forget forgive fork formal fortress fortune forty forward fossil
  fountain fox fraction fragile fragrant freckle freedom freezer freight frequent fresco fresh fridge friend frigate
  fritter frog frost frosting frozen fruit fuel funny fur furnace future galaxy galleon gallery gallop garage garden
  gardener garland garlic garment garnet gate gather gazebo gazelle gecko gem general gentle genuine gesture geyser
  gherkin giant gift giggle ginger gingham giraffe girl glacier glade glance glass gleam glider glimpse glitter global
  globe gloomy glory goat goblet goggles gold gondola goose gopher gorge gorilla gossip goulash govern gown gradual
  grain granary grand grandma granite grape grasp grateful gravel gravy great greedy green grey grill grip grotto
  ground group grove growl guard guest guide guitar gulf habit hair halo hamlet hammer hammock hamster handsome hanger
  happen happy harbour hare harmony harness harpoon harsh harvest hasty hatchet haul hawk hazard hazel hazelnut hazy
  head heart heath heavy hedge hedgehog height helmet helpful hen herb hermit heron herring hesitate hexagon hidden
  highway hill hinge hippo history hit hobby holiday hollow holly home honest honey honour hoof horizon hornet horse
  host hotel hound hour huge hum human humble humid humour hundred hungry hunter hurdle husband iceberg icicle icing
  idea identity idle idol igloo imagine imitate import impress improve include income increase indoor industry inform
  inhabit inherit inkwell inn innocent inquire insect inside inspire instant intend interest invent inventor invite
  involve iris iron island item ivory ivy jackdaw jacket jackpot jaguar jam jasmine javelin jealous jelly jersey
  jester jetty jewel jigsaw jockey join joiner joke journal journey joy jubilee judge jug juggler juice jukebox
  junction jungle junior juniper jury justice kale kangaroo kayak keen keeper kettle key keyboard kiln kimono kingdom
  kiosk kiss kitchen kite kitten knapsack knee knife knit knob knock knuckle koala label labour ladder ladle lady
  lagoon lamb landlord language lantern larch lard large lasso last lattice laugh laurel lava lawyer leader leap learn
  leash leave lecture left leg legend leisure lemon lemonade length lens lentil leopard lesson letter lettuce lever
  liberty library lid lilac lily lime limit linden lion liquid listen little lively lizard llama loaf lobster local
  locket lodger logic lonely loop lotion lotus lounge luggage lullaby lunar lunch lung luxury lynx lyre lyric machine
  magazine magic magician magnet magnolia magpie maid maintain major mallet mammoth manager mane mango mansion manual
  map maple marble margin marine marker marriage marry marshal marten marvel mash mason match matter mattress maximum
  maybe meadow meal meander measure mechanic medicine medium meet melody melon memory mention menu merchant mercy
  merit mermaid message meteor metro midwife mighty military milk miller minaret miner mineral minister mint minute
  miracle mirror mirth mischief mission mistake mix model modern modest mole moment monday monk monsoon monument moon
  mooring morning mosaic moss moth mother motor motto mouse muffin multiply murmur muscle museum mushroom music
  musician mustang mutual myrtle mystery name napkin nation native nature navy neck necklace nectar needle negative
  neglect nephew nerve nervous newt nibble nickel niece night noble nod noise nomad noodle north notable notch note
  notebook nothing notice nougat novel novelist number nurse nursery nut nutmeg oasis oatmeal obelisk obey object oboe
  observe obtain obvious occupy occur ocean octopus offer office often olive omelette omit omnibus once onion onyx
  opera opinion oppose option orange oration orbit orchard orchid ordinary organ origami origin oriole osprey ostrich
  otter outdoor outfit outline outpost outside oval oven owner oxygen oyster pack package padlock page pagoda paint
  painter painting palace palette palm pan pancake panda panel panic pansy panther papaya paprika parade parapet
  parasol parcel pardon parent parish parlour parsley parsnip partner party pass pasta pastry pasture path patient
  patio patrol pattern pavement peach peacock peanut pear pebble pedlar peel pelican pencil pendant pendulum penguin
  penny pension people pepper perfect perform perfume period person petal pewter pheasant photo phrase physics piano
  piccolo pickle picnic picture pier pigeon pigment pike pilgrim pillar pilot pioneer pirate piston pitcher pizza
  plain planet plank plaque plastic plate plateau platter play player plaza please pledge plenty pliers plinth plough
  plum plumber poet police polish polka pollen pontoon pony pool popcorn poplar porch porridge portal portion portrait
  postcard poster postman potato pottery poultry poverty powder prairie praise predict prefer prelude prepare present
  pretend pretty priest primary primrose prince princess prism prize problem proceed process produce profit program
  project promise prompt proof proper prophet proud proverb provide prune public pudding puddle pulley pulp pulpit
  pulse puma pumpkin pupil puppet puppy pure purple purpose pursue puzzle pyramid python quail quaint quality quarrel
  quarry quarter quartz quay queen quick quilt quince quiver quiz quota rabbit raccoon radiant radio radish radius
  raft railway rainbow raisin rally ramp rampart random rapids rattle raven ravine ravioli razor react ready realm
  rebus recall receive recipe record recover recruit reduce reed referee reflect reform refuse regatta region regret
  regular reign reindeer rejoice relate relax release remain remark remedy remind remote renew repair repeat reply
  report reporter request rescue resist resolve respect respond result retire retreat return reveal revenue review
  reward rhubarb rhythm rib ribbon rice rigid ring ripple risk ritual rival river riviera roam robin robust rock rodeo
  rogue roll romance rooster root rose rosemary rotate route routine rowboat royal rubber ruby rucksack rudder ruin
  ruler rumba runway rural rye sacred saddle safe saffron saga salad salmon salt salute sample sand sandal sandwich
  sapling sardine satchel satin sauce sausage savanna saw scale scarce scarf scarlet scatter scene scheme scholar
  school scissors scooter scrap scratch screen scribe scroll seagull seahorse season seat seaweed secret section
  secure senator senior series serious sesame seven several shade shadow shanty shark shawl shed sheep shell shelter
  shepherd sherbet sheriff shield shine ship shirt shiver shock shore shoulder shovel shrew shrimp shrink shrub
  shuffle shutter sieve sign signal silence silly silver similar sincere single sink siren sister size skate sketch
  skill skin skunk sky skyline sleeve slender slide slipper slogan slope small smart smile smith smoke smooth snack
  snail snake snap sneeze snout snow soak social sofa soil solar soldier solid solve sonata song sonnet sorbet sorry
  soup source south spanner spare sparrow special speech speed sphere sphinx spice spider spinach spiral spirit splash
  split sponge spoon sport spread spring sprout spruce spur squeeze squid squire squirrel stable stadium staff stage
  stallion stanza star starling station statue steady steak steel stencil steppe stern stew stick stirrup stomach
  stone stool stop stork strand stranger straw stream street stretch strict stride strong student studio study style
  subject subtle success sudden sugar suggest suit suitcase summer summit sun sunday sundial sunrise sunset superb
  supper supply support surface surgeon survey survive swallow swamp swan swarm swear sweet swift swim swimmer swing
  swirl switch sword sycamore symbol syrup system tablet tabloid tadpole tail tailor talent talon tangle tank tapestry
  target tart tassel taste tavern teacher teacup team teapot tease tell temper temple tempo tenant tender tennis tent
  terrace thatch theatre theory thick thicket thigh thimble thing third thirst thirty thistle thorn thought thread
  thrill thrive throat throne throw thumb thunder thyme tiara tide tiger tilt timber tinsel tiny tired title toad
  toast today toe tomato tongue tonight toolbox tooth topaz topic torrent tortoise total totem tourist toward towel
  trace tractor trader traffic tragic trapeze tray treasure treaty tree treetop trellis tremble trend trial triangle
  tribe tribute trident trim tripod triumph trolley trombone trophy trouble trousers trout truck trumpet truth tuesday
  tugboat tulip tuna tundra tunnel turban tureen turkey turnip turret turtle tusk tutor tuxedo twelve twenty twice
  twig twilight twinkle twist type typical umbrella unable uncle unfold uniform unique unite unknown unlock unpack
  until unusual update uphold upright uproar upset urge useful usher usual vacant vague vain valet valid valley
  vanilla vanish vapour vary vase vault vehicle veil velvet venture veranda verdict verse version vessel viaduct vicar
  victor video view vigour village vinegar vintage viola violet violin viper visible vision visit visitor vital vivid
  voice volcano volume vow voyage vulture wafer waffle wagon waist waiter waitress wall walnut walrus waltz wander
  want warbler wardrobe warrior wasp wave wealth weasel wedding week weigh welcome west whale wharf wheat wheel whirl
  whisker white wick wicket wigwam wild willow windmill window wine winery winter wisdom witness witty wolf woman
  wombat wood woodland worker workshop world worm wrap wren wrinkle yacht yarn yeast yogurt young zebra zenith zero
  zigzag zinc zipper zither zodiac zoo
`.trim().split(/\s+/);
