import { optional, shortText, text } from '../../../api/params'
import { MAX_FILTER_CHARACTERS } from './filter-rules'

export const selection = { attributes: optional(shortText(), ''), excludedAttributes: optional(shortText(), '') }
export const listParams = {
  filter: optional(text(MAX_FILTER_CHARACTERS), ''),
  startIndex: optional(shortText(), ''),
  count: optional(shortText(), ''),
  ...selection,
}
