export const MAX_AUTOMATIONS = 100
export const AUTOMATIONS_PER_USER = 20
export const MAX_ACTIONS = 5
export const MAX_WORDS = 5
export const MAX_FIELDS = 10
export const MAX_NAME_LENGTH = 60
export const MAX_TEMPLATE_LENGTH = 2000
/** The longest text of a webhook or a form, and as much of a message as `{text}` shows. */
export const MAX_TEXT_LENGTH = 2000
export const MAX_MINUTES = 60 * 24 * 365

/** How many runs may begin in a minute. */
export const RUNS_OF_AUTOMATION = 10
export const RUNS_OF_REALM = 60
/** The runs of one automation that the realm keeps. */
export const RUNS_KEPT = 50
