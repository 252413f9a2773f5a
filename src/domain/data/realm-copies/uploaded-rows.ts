import { html } from '../../../api/html'
import { parseJson } from '../../../api/parse-json'
import { isImportKey } from '../../../api/callers'
import type { Edge } from '../../../edge'
import type { CopiedRow } from './rows'

/**
 * Rows that the browser of an owner sends. An owner may not write HTML that other users would see, nor give an account rights that
 * only the operator gives.
 */
export const isUploaded = ({ request }: Pick<Edge, 'request'>): boolean =>
  isImportKey(request.headers.get('authorization')?.replace(/^Bearer /, '') ?? '')

/** Returns a row of a table without its HTML: descriptions become plain text. */
export function uploadedRow({ rendered_content: _, parsed: __, ...row }: CopiedRow): CopiedRow {
  return {
    ...row,
    ...('rendered_description' in row ? { rendered_description: plainHtml(row.description) } : {}),
    ...('profile_data' in row ? { profile_data: plainProfile(row.profile_data) } : {}),
    ...('can_create_users' in row ? { can_create_users: 0 } : {}),
    ...('can_change_user_emails' in row ? { can_change_user_emails: 0 } : {}),
    ...('is_system_bot' in row ? { is_system_bot: 0 } : {}),
  }
}

/** Returns the values of profile fields without their HTML. */
function plainProfile(profile_data: unknown): string {
  const given = parseJson(typeof profile_data === 'string' ? profile_data : '{}')
  return JSON.stringify(given ?? {}, (name: string, value: unknown) => (name === 'rendered_value' ? undefined : value))
}

/** Returns a text as HTML, without its Markdown. */
export const plainHtml = (text: unknown): string => {
  const plain = typeof text === 'string' ? text : ''
  return plain === '' ? '' : html`<p>${plain}</p>`.markup
}
