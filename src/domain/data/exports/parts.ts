import { attachmentsPart } from './attachments-part'
import { auditLogPart } from './audit-log-part'
import { botsPart } from './bots-part'
import { channelsPart } from './channels-part'
import type { DataExport, ExportForm } from './data-export'
import { filesPart, markerPart } from './marker-parts'
import { messagesPart } from './messages-part'
import { emojiPart, organizationPart } from './organization-part'
import type { Part } from './part'
import { discoveryParts } from './search-parts'
import { referenceParts } from './reference/parts'
import { groupsPart, personalPart, usersPart } from './user-parts'

/** The parts of an export in our own form, in the order in which they are made. */
const parts = [
  organizationPart,
  emojiPart,
  usersPart,
  botsPart,
  groupsPart,
  channelsPart,
  personalPart,
  messagesPart,
  attachmentsPart,
  auditLogPart,
  filesPart,
  markerPart,
] as const satisfies readonly Part[]

export const MARKER = markerPart.name

const PARTS: Readonly<Record<ExportForm, readonly Part[]>> = {
  parley: parts,
  reference: referenceParts,
  discovery: discoveryParts,
}

export const firstPart = (form: ExportForm): Part => PARTS[form][0]!

type Position = Pick<DataExport, 'form' | 'part'>

export const findPart = ({ form, part }: Position): Part | undefined => PARTS[form].find(({ name }) => name === part)

/** Returns the part that follows the part of an export, or undefined for the last one. */
export const partAfter = ({ form, part }: Position): Part | undefined =>
  PARTS[form][PARTS[form].findIndex(({ name }) => name === part) + 1]

/** Returns the name of the next file of a part. Six digits suffice for the largest export. */
export const nextFileName = ({ name, isPaged }: Part, pages: number): string =>
  `${isPaged ? `${name}-${String(pages + 1).padStart(6, '0')}` : name}.json`
