import tseslint from "typescript-eslint";

/** Where words stand in a component that belong into the catalogue. */
const READ = "JSXAttribute[name.name=/^(aria-label|title|placeholder|alt)$/]";
const UNCATALOGUED = [
  "JSXText[value=/\\p{L}{2}/u]",
  `${READ} Literal[value=/\\p{L}{2}/u]`,
  `${READ} TemplateElement[value.raw=/\\p{L}{2}/u]`,
  "JSXElement > JSXExpressionContainer > :matches(ConditionalExpression, LogicalExpression, TemplateLiteral) > :matches(Literal[value=/\\p{L}{2}/u], TemplateElement[value.raw=/\\p{L}{2}/u])",
];

export default tseslint.config(
  { ignores: ["node_modules", "src/wire.d.ts", "tools/*.mjs"] },
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ["eslint.config.js"] } } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/consistent-type-imports": "error",
      "max-lines-per-function": ["error", { max: 80, skipBlankLines: true, skipComments: true }],
      "max-lines": ["error", { max: 400 }],
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "error",
    },
  },
  {
    files: ["src/**/*.tsx"],
    rules: {
      "no-restricted-syntax": ["error", ...UNCATALOGUED.map((selector) => ({ selector, message: "Words that a player reads stand in src/words." }))],
    },
  },
  { files: ["**/*.test.ts", "**/*.test.tsx"], rules: { "max-lines-per-function": "off" } },
  { files: ["eslint.config.js"], extends: [tseslint.configs.disableTypeChecked] },
);
