import { boundaryOf } from '../../api/multipart'
import { nothingToShow, tooManyParts } from '../errors'
import type { Delivery, RawBody, Text } from '../integration'
import { form, json, multipart } from '../read-body'

/** Returns the JSON value of a body, or that in a field of a form: clients of other chat servers send both. */
export const jsonOrField =
  (name: string) =>
  (body: RawBody, _: Delivery): unknown => {
    const isForm = /^application\/x-www-form-urlencoded/i.test(body.content_type)
    const fields = boundaryOf(body.content_type) === undefined ? (isForm ? form(body) : {}) : multipart(body)
    const field = fields[name]
    if (field !== undefined) return json({ ...body, text: field })
    return isForm && !body.text.trimStart().startsWith('{') ? fields : json(body)
  }

/** Returns the list, or an empty one. Throws `tooManyParts`. */
export function atMost<Part>(most: number, name: string, parts: readonly Part[] | null | undefined): readonly Part[] {
  if (parts && parts.length > most) throw tooManyParts({ name, most })
  return parts ?? []
}

/** Returns the message. Throws `nothingToShow`: the clients expect a refusal. */
export function messageIn(topic: string | null | undefined, content: string): Text {
  if (content.trim() === '') throw nothingToShow({})
  return { topic: topic?.replace(/^[#@]/, '').trim() ?? '', content }
}
