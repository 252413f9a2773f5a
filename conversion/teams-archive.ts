// What programs write that export Microsoft Teams. They take it from Microsoft's API, and name some fields in their own way.

/** The id of a team has four names. */
export type Team = {
  groupId?: string
  groupsId?: string
  id?: string
  teamId?: string
  displayName?: string
  name?: string
  description?: string | null
  visibility?: string
  isArchived?: boolean
  archived?: boolean
  createdDateTime?: string
}

export type TeamsUser = {
  id?: string
  objectId?: string
  userId?: string
  displayName?: string
  name?: string
  mail?: string | null
  userPrincipalName?: string
  email?: string
  user?: string
  userType?: string
  accountEnabled?: boolean
}

export type TeamsChannel = { id?: string; displayName?: string; name?: string; membershipType?: string }

export type TeamsReaction = { reactionType?: string | null; user?: { user?: { id?: string } | null } | null }

export type TeamsMessage = {
  id?: string
  messageType?: string
  createdDateTime?: string
  channelId?: string
  channelIdentity?: { channelId?: string }
  userId?: string
  from?: { user?: TeamsAuthor | null; application?: TeamsAuthor | null } | null
  subject?: string | null
  body?: { contentType?: string; content?: string | null } | null
  mentions?: { id?: number; mentionText?: string; mentioned?: { user?: { id?: string } | null } }[]
  attachments?: { name?: string | null; contentUrl?: string | null }[]
  reactions?: TeamsReaction[]
}

type TeamsAuthor = { id?: string; displayName?: string }
