"""The Events of 23.3: `events` has when they are played and answered, `effects` what each of them does."""
