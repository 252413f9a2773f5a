/** How asking the bouncer may end without an answer. Clients are told by these names, too. */
export const UNREACHABLE = 'FAILED_TO_CONNECT_BOUNCER'
export const BROKEN = 'INTERNAL_SERVER_ERROR_ON_BOUNCER'
export const NOT_LET_IN = 'ADMIN_ACTION_REQUIRED'
