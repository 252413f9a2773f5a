/** What an agent may do. No scope allows settings, invitations or deletion. */
export const SCOPES = ['messages:read', 'messages:write', 'drafts:write', 'status:write', 'teams:write'] as const
export type Scope = (typeof SCOPES)[number]

/** These change more than what is in channels, so an agent that is limited to some channels has none of them. */
const BEYOND_CHANNELS: readonly Scope[] = ['status:write', 'teams:write']
export const isWithinChannels = (scope: Scope): boolean => !BEYOND_CHANNELS.includes(scope)
