import * as v from 'valibot'
import type { MessageBody } from '../../../realm'
import { highlightedHtml, highlightedText } from '../../../tokenizer/highlight'
import { matchesSearch, type Search } from './match-rules'

/** The fields that show where a message matches. */
export const matchFields = { match_content: v.string(), match_subject: v.string() }

type WithBody = { message: { subject: string }; body: MessageBody }

/** Returns a test of whether a message still matches: it may have been edited after it was found. */
export const matchTest =
  (search: Search | undefined) =>
  ({ message, body }: WithBody): boolean =>
    search === undefined || matchesSearch(search, message.subject, body)

export const highlightMatches = ({ required }: Search, { message, body }: WithBody) => ({
  match_content: highlightedHtml(body.rendered_content, required),
  match_subject: highlightedText(message.subject, required),
})
