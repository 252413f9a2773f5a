import { CHUNK_TYPE } from '../tus'
import { BYTES } from './json-schema'
import type { DescribedParameter } from './parameters'

/** Returns a parameter of the path, the query or a header, and one parameter for each of its older names. */
export function describeParameter(parameter: DescribedParameter, example: object): object[] {
  const { name, place, isRequired, aliases, sentAs, schema } = parameter
  // A number in a path is the same text as in JSON, so it needs no media type.
  const isPlain = sentAs === 'text' || place === 'path' || place === 'header'
  const value = isPlain ? { schema, ...example } : { content: { 'application/json': { schema, ...example } } }
  const main = { name, in: place, required: isRequired && aliases.length === 0, ...described(parameter), ...value }
  const older = aliases.map((alias) => ({
    name: alias,
    in: place,
    deprecated: true,
    description: olderName(name),
    ...value,
  }))
  return [main, ...older]
}

function described({ isRequired, aliases, sentAs }: DescribedParameter): { description?: string } {
  const notes = [
    ...(sentAs === 'either' ? ['Plain text needs no quotes.'] : []),
    ...(isRequired && aliases.length > 0 ? [`Required, under this name or an older one: ${aliases.join(', ')}.`] : []),
  ]
  return notes.length > 0 ? { description: notes.join(' ') } : {}
}

const olderName = (name: string) => `An older name of \`${name}\`. A request with both is refused.`

/** Returns the body of an operation with a form. A form with files is always a multipart form. */
export function requestBody(form: DescribedParameter[], examples: object): object {
  const properties: Record<string, object> = {}
  const encoding: Record<string, object> = {}
  for (const parameter of form)
    for (const name of [parameter.name, ...parameter.aliases]) {
      const note =
        name === parameter.name ? described(parameter) : { deprecated: true, description: olderName(parameter.name) }
      properties[name] = { ...parameter.schema, ...note }
      if (parameter.sentAs === 'JSON' || parameter.sentAs === 'either')
        encoding[name] = { contentType: 'application/json' }
    }
  const required = form.filter(({ isRequired, aliases }) => isRequired && aliases.length === 0).map(({ name }) => name)
  const body = { schema: { type: 'object', properties, required }, encoding, ...examples }
  const hasFile = form.some(({ sentAs }) => sentAs === 'file')
  return {
    required: form.some(({ isRequired }) => isRequired),
    content: { ...(hasFile ? {} : { 'application/x-www-form-urlencoded': body }), 'multipart/form-data': body },
  }
}

/** The bodies whose stream an endpoint reads itself. */
export const STREAMED_BODIES = {
  nothing: {},
  'one file of a form': {
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': { schema: { type: 'object', properties: { filename: BYTES }, required: ['filename'] } },
      },
    },
  },
  'any body': { requestBody: { required: true, content: { '*/*': { schema: BYTES } } } },
  'bytes of a file': { requestBody: { required: false, content: { [CHUNK_TYPE]: { schema: BYTES } } } },
}
