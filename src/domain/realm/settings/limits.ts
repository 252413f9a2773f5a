/** Sizes that the specification leaves to the server. Clients read them from `POST /register`. */
export const MAX_MESSAGE_LENGTH = 10_000
export const MAX_TOPIC_LENGTH = 60
export const MAX_CHANNEL_NAME_LENGTH = 60
export const MAX_CHANNEL_DESCRIPTION_LENGTH = 1024
export const MAX_GROUP_NAME_LENGTH = 100
/** Longer content is cut to `MAX_MESSAGE_LENGTH`. A request with more than this is refused. */
export const MAX_CONTENT_ACCEPTED = 10 * MAX_MESSAGE_LENGTH
export const MAX_GROUP_DESCRIPTION_LENGTH = 1024
export const EMPTY_TOPIC_DISPLAY_NAME = 'general chat'
export const MAX_MESSAGES_PER_FETCH = 5000

/** How many things one request can name. Each of them costs a few rows. */
export const MAX_USERS_AT_ONCE = 5000
export const MAX_CHANNELS_AT_ONCE = 500
export const MAX_NEW_CHANNELS_AT_ONCE = 100
export const MAX_SUBSCRIPTIONS_AT_ONCE = 5000
export const MAX_GROUPS_AT_ONCE = 100
export const MAX_RECIPIENTS = 500

export const NEWEST_ANCHOR = 10_000_000_000_000_000

export const SVC_FEATURE_LEVEL = 512
/** The version of package.json, which a test compares. */
export const PARLEY_VERSION = '0.5.0'
export const SVC_VERSION = `11.0+parley-${PARLEY_VERSION}`
export const LONGPOLL_TIMEOUT_SECONDS = 90
