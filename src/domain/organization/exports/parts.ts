import { attachmentsPart } from './attachments-part'
import { auditLogPart } from './audit-log-part'
import { channelsPart } from './channels-part'
import { messagesPart } from './messages-part'
import { organizationPart } from './organization-part'
import type { Part } from './part'
import { groupsPart, personalPart, usersPart } from './user-parts'

/** The parts of every export, in the order in which they are made. */
export const parts = [
  organizationPart,
  usersPart,
  groupsPart,
  channelsPart,
  personalPart,
  messagesPart,
  attachmentsPart,
  auditLogPart,
] as const satisfies readonly Part[]

export const findPart = (name: string): Part | undefined => parts.find((part) => part.name === name)

/** Returns the part that follows a part, or undefined for the last one. */
export const partAfter = (name: string): Part | undefined => parts[parts.findIndex((part) => part.name === name) + 1]

/** Returns the name of the next file of a part. Six digits suffice for the largest export. */
export const nextFileName = ({ name, isPaged }: Part, pages: number): string =>
  `${isPaged ? `${name}-${String(pages + 1).padStart(6, '0')}` : name}.json`
