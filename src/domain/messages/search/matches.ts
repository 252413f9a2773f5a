import * as v from 'valibot'
import type { MessageBody } from '../../../realm'
import { highlightedHtml, highlightedText } from '../../../tokenizer/highlight'
import { matchesSearch } from './realm'
import type { Search } from './terms'

/** What a message that was searched for shows of why it was found. */
export const matchFields = { match_content: v.string(), match_subject: v.string() }

type WithBody = { message: { subject: string }; body: MessageBody }

/** Is it still what was searched for? Somebody may have changed a message after it was found. */
export const matchTest =
  (search: Search | undefined) =>
  ({ message, body }: WithBody): boolean =>
    search === undefined || matchesSearch(search, message.subject, body)

export const highlightMatches = ({ required }: Search, { message, body }: WithBody) => ({
  match_content: highlightedHtml(body.rendered_content, required),
  match_subject: highlightedText(message.subject, required),
})
