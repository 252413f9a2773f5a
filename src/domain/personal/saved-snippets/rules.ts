import { refusalOfTextLength } from '../../../api/parameter-errors'
import { badRequest, notFound, type ApiError } from '../../../api/errors'
import { MAX_MESSAGE_LENGTH } from '../../realm/settings/limits'
import type { SavedSnippet } from './saved-snippet'

export const savedSnippetDoesNotExist = notFound(() => 'Saved snippet does not exist.')
export const titleEmpty = badRequest(() => 'Title cannot be empty.')
export const contentEmpty = badRequest(() => 'Content cannot be empty.')
export const nothingToChange = badRequest(() => 'A new title or new content is needed.')

export const tooManySnippets = badRequest(() => `No more than ${MAX_SNIPPETS} snippets can be saved.`)

const MAX_TITLE_LENGTH = 60
// One response lists all snippets of a user.
const MAX_SNIPPETS = 200

export const refusalOfSnippetCount = (snippets: number): ApiError | undefined =>
  snippets >= MAX_SNIPPETS ? tooManySnippets({}) : undefined

export function refusalOfSnippet({ title, content }: Pick<SavedSnippet, 'title' | 'content'>): ApiError | undefined {
  if (title === '') return titleEmpty({})
  if (content === '') return contentEmpty({})
  return (
    refusalOfTextLength('title', title, MAX_TITLE_LENGTH) ?? refusalOfTextLength('content', content, MAX_MESSAGE_LENGTH)
  )
}
