import type { Edge } from '../../../edge'
import { parseMarkdown, type ParsedMarkdown } from '../../../markdown/parse'
import type { Realm } from '../../../realm'
import { normalizeContent } from '../../messages/message-index/rules'
import { findUser } from '../../people/users/storage'
import { MESSAGE_LIMITS } from '../../realm/settings/markdown-limits'
import { renderForAuthor } from '../../writing/sending/render'
import type { CopiedRow } from './rows'

/**
 * Parses the text of a scheduled message of another server in the Worker. A text that is too large leaves the column empty, and
 * the row is refused.
 */
export function withParsedContent(edge: Edge, row: CopiedRow): CopiedRow {
  if (row.parsed !== undefined) return row
  const content = normalizeContent(String(row.content))
  try {
    const parsed = parseMarkdown(content, edge.assumeMarkdownSettings(), MESSAGE_LIMITS)
    return { ...row, content, parsed: JSON.stringify(parsed), rendered_content: null }
  } catch {
    return { ...row, content, parsed: null, rendered_content: null }
  }
}

/** Renders the text for its sender. */
export function withRenderedContent(realm: Realm, row: CopiedRow): CopiedRow {
  const sender = findUser(realm, Number(row.sender_id))
  if (row.rendered_content !== null || typeof row.parsed !== 'string' || sender === undefined) return row
  const { template }: ParsedMarkdown = JSON.parse(row.parsed)
  return { ...row, rendered_content: renderForAuthor(realm, sender, template).html }
}
