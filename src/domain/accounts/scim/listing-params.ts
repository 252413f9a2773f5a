import { optional, shortText, text } from '../../../api/params'
import { FILTER_CHARACTERS_MAX } from './filter-rules'

export const selection = { attributes: optional(shortText(), ''), excludedAttributes: optional(shortText(), '') }
export const listParams = {
  filter: optional(text(FILTER_CHARACTERS_MAX), ''),
  startIndex: optional(shortText(), ''),
  count: optional(shortText(), ''),
  ...selection,
}
