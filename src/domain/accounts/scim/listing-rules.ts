import { valueOf, isObject, type Json, type Resource } from './attribute'

export const MAX_RESOURCES_PER_PAGE = 200

export type ListQuery = { filter: string; startIndex: string; count: string }
export type Selection = { attributes: string; excludedAttributes: string }

/** Returns one page of resources in the form of SCIM, whose first index is 1. */
export function listResponse<Item>(
  items: readonly Item[],
  { startIndex, count }: Pick<ListQuery, 'startIndex' | 'count'>,
  wire: (item: Item) => object,
): object {
  const first = Math.max(1, Math.floor(numberIn(startIndex, 1)))
  const most = Math.min(MAX_RESOURCES_PER_PAGE, Math.max(0, Math.floor(numberIn(count, MAX_RESOURCES_PER_PAGE))))
  const page = firstOf(items.slice(first - 1, first - 1 + most).values(), wire)
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: items.length,
    startIndex: first,
    itemsPerPage: page.length,
    Resources: page,
  }
}

const MAX_PAGE_CHARACTERS = 4 * 1024 * 1024

/** A page ends early if its resources are large: a group may have thousands of members. It has at least one resource. */
function firstOf<Item>(items: Iterable<Item>, wire: (item: Item) => object): object[] {
  const page: object[] = []
  let characters = 0
  for (const item of items) {
    const resource = wire(item)
    characters += JSON.stringify(resource).length
    if (page.length > 0 && characters > MAX_PAGE_CHARACTERS) break
    page.push(resource)
  }
  return page
}

const numberIn = (text: string, otherwise: number): number =>
  text.trim() === '' || !Number.isFinite(Number(text)) ? otherwise : Number(text)

const ALWAYS = ['schemas', 'id']
const MAX_NAMES = 50

/** Returns the attributes that the client wants. Without a wish, all of them. */
export function selected(resource: Resource, { attributes, excludedAttributes }: Selection): Resource {
  const names = namesIn(attributes)
  const excludedNames = namesIn(excludedAttributes)
  if (names.length > 0) {
    const parts = [...ALWAYS, ...names].map((name) => only(resource, name.split('.')))
    return Object.assign({}, ...parts)
  }
  return Object.fromEntries(
    Object.entries(resource).filter(
      ([name]) => ALWAYS.includes(name) || !excludedNames.some((other) => other.toLowerCase() === name.toLowerCase()),
    ),
  )
}

function only(resource: Resource, [name = '', sub]: readonly string[]): Resource {
  const value = valueOf(resource, name)
  const key = Object.keys(resource).find((candidate) => candidate.toLowerCase() === name.toLowerCase())
  if (value === undefined || key === undefined) return {}
  if (sub === undefined) return { [key]: value }
  const part = (item: Json): Json => (isObject(item) ? only(item, [sub]) : item)
  return { [key]: Array.isArray(value) ? value.map(part) : part(value) }
}

const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .slice(0, MAX_NAMES)
    .map((name) => name.slice(name.lastIndexOf(':') + 1))
