/** What an agent may do. No scope allows settings, administration or deletion. */
export const SCOPES = ['messages:read', 'messages:write', 'drafts:write'] as const
export type Scope = (typeof SCOPES)[number]
