import { parseJson } from '../api/parse-json'
import { boundaryOf } from '../api/multipart'
import { malformedBody, malformedJson, missingField } from './errors'
import type { Delivery, RawBody } from './integration'

/** Returns the JSON value of a body. Some services send it as the field `payload` of a form. */
export function json({ text }: RawBody): unknown {
  const source = text.startsWith('payload=') ? (new URLSearchParams(text).get('payload') ?? '') : text
  const value = parseJson(source)
  if (value === undefined) throw malformedJson({})
  return value
}

/** Returns the JSON value of a body, in which a number such as `1.0` is text: the message shows it as it was written. */
export function jsonWithDecimals({ text }: RawBody): unknown {
  const asWritten = (_: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && context?.source?.includes('.') ? context.source : value
  try {
    return JSON.parse(text, asWritten)
  } catch {
    throw malformedJson({})
  }
}

/** Returns the fields of a form. */
export function form({ text }: RawBody): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Returns the JSON value in one field of a form. */
export const formField =
  (name: string) =>
  (body: RawBody, delivery: Delivery): unknown => {
    const value = form(body)[name] ?? delivery.option(name)
    if (value === undefined) throw missingField({ name })
    return json({ ...body, text: value })
  }

/** Returns the fields of a form of several parts. Files are skipped. */
export function multipart({ text, content_type }: RawBody): Record<string, string> {
  const boundary = boundaryOf(content_type) ?? /^--(\S+)/.exec(text)?.[1]
  if (boundary === undefined) throw malformedBody({})
  const fields: Record<string, string> = {}
  for (const part of text.split(`--${boundary}`).slice(1, -1)) {
    const [head = '', ...rest] = part.split(/\r?\n\r?\n/)
    const name = /\bname="([^"]*)"/.exec(head)?.[1]
    if (name !== undefined && !/\bfilename=/.test(head)) fields[name] = rest.join('\n\n').replace(/\r?\n$/, '')
  }
  return fields
}
