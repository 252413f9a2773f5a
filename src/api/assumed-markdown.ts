import { hash } from 'node:crypto'
import type { RealmMarkdownSettings } from '../markdown/settings'
import { apiError } from './errors'

/**
 * The Markdown settings with which the Worker parsed the text of a request.
 *
 * Only the realm has the current settings. The Worker assumes the settings that it received last, and sends their version with
 * the call. In the transaction of the call, the realm refuses a stale version and returns the current settings. Then the Worker
 * parses the text again and repeats the call. So the realm stores only text that was parsed with its current settings. Settings
 * rarely change, so most requests need only one call.
 */
export type AssumedMarkdown = {
  version: string
  /** The sender's setting. Present only if the text has an emoticon. */
  translate_emoticons?: boolean
}

/** The current settings of the realm and the sender. */
export type CurrentMarkdown = RealmMarkdownSettings & { translate_emoticons: boolean }

/** The assumption is stale. The Worker handles this error, and no client receives it. */
export const markdownIsStale = apiError(
  'MARKDOWN_IS_STALE',
  (_: CurrentMarkdown) => 'The Markdown was parsed with old settings',
)

/** Returns a version that depends only on the settings. A realm that restores old settings has the old version. */
export function markdownVersion(settings: RealmMarkdownSettings): string {
  const { default_code_block_language, inline_image_preview, linkifiers } = settings
  const links = linkifiers.map(({ pattern, url_template }) => [pattern, url_template])
  return hash('sha256', JSON.stringify([default_code_block_language, inline_image_preview, links]), 'base64')
}
