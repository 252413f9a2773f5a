import { attachmentsPart } from './attachments-part'
import { channelsPart } from './channels-part'
import { messagesPart } from './messages-part'
import { organizationPart } from './organization-part'
import type { Part } from './part'
import { groupsPart, personalPart, usersPart } from './people-parts'

/** All that there is in an export, in the order in which it is made. */
export const parts = [
  organizationPart,
  usersPart,
  groupsPart,
  channelsPart,
  personalPart,
  messagesPart,
  attachmentsPart,
] as const satisfies readonly Part[]

export const partCalled = (name: string): Part | undefined => parts.find((part) => part.name === name)

/** What its next file is called. Before the numbers grow longer there are too many messages to export. */
export const nextFileOf = ({ name, isPaged }: Part, pages: number): string =>
  `${isPaged ? `${name}-${String(pages + 1).padStart(6, '0')}` : name}.json`

export const partAfter = (name: string): Part | undefined => parts[parts.findIndex((part) => part.name === name) + 1]
