import * as v from 'valibot'
import { ids, integer, list, text } from '../../../api/params'
import type { Edge } from '../../../edge'
import type { Template } from '../../../markdown/template'
import { parseDescriptions } from '../../realm/settings/descriptions'
import { MAX_LONG_LENGTH, type FieldValue } from './value-rules'

/** A value for a field, as a client sends it. The Worker has parsed `template`, if the value may be Markdown. */
export type RequestedValue = { id: number; value: FieldValue; template?: Template }

export const MAX_VALUES_AT_ONCE = 100
const MAX_USERS_AT_ONCE = 500
const MAX_TEXT_LENGTH = 2 * MAX_LONG_LENGTH

const requestedValue = v.object({
  id: integer(),
  value: v.nullable(v.union([text(MAX_TEXT_LENGTH), ids(MAX_USERS_AT_ONCE)])),
})

/** The parameter for the values of several profile fields. */
export const profileDataParam = list(requestedValue, MAX_VALUES_AT_ONCE)

/**
 * Adds a template to each value that may be Markdown. The Worker does not know the types of the fields, so it parses each
 * text that no field would refuse for its length.
 */
export function withTemplates(edge: Edge, data: readonly RequestedValue[]): RequestedValue[] {
  const texts = data.map(({ value }) => (isPossibleMarkdown(value) ? value : ''))
  const templates = parseDescriptions(texts, edge.assumeMarkdownSettings())
  return data.map(({ id, value }, index) =>
    isPossibleMarkdown(value) ? { id, value, template: templates[index] } : { id, value },
  )
}

const isPossibleMarkdown = (value: FieldValue): value is string =>
  typeof value === 'string' && value.length <= MAX_TEXT_LENGTH
