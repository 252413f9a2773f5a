import { badRequest } from '../../../api/errors'

export const realmHasMessages = badRequest(
  () => 'Only a realm without messages of users can be filled. Create another realm.',
)
export const noImportBegun = badRequest(() => 'No import of this copy has begun in this realm.')
export const anotherImport = badRequest(() => 'This realm was filled from another copy, or is being filled from it.')
export const invalidRows = badRequest((f: { reason: string }) => `The rows cannot be read: ${f.reason}`)

export const importTooLarge = badRequest(
  () => 'This import is larger than one from a browser can be. The operator can import it.',
)
export const importedFileTooLarge = badRequest(() => 'The file is larger than files of this organization can be.')
export const invalidImportKey = badRequest(() => 'The key of an import is parley_import_ and 64 hexadecimal digits.')

/** The rows of an import from a browser. A message is a row, and so is a reaction. */
export const MAX_UPLOADED_ROWS = 20_000_000

/** An import that has begun or ended. */
export type RealmImport = { copy_id: string; is_finished: boolean }

/** What an import does with its request to begin: begin, or continue one that was interrupted. */
export function beginning(found: RealmImport | undefined, copy_id: string, messagesOfUsers: boolean) {
  if (found?.copy_id === copy_id && !found.is_finished) return 'continue' as const
  if (found !== undefined) throw anotherImport({})
  if (messagesOfUsers) throw realmHasMessages({})
  return 'begin' as const
}
