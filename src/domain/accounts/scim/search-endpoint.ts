import { valueOf, type Json, type Resource } from './attribute'
import { findUsers } from './find-users'
import { findGroups, wiredGroup } from './groups'
import { listResponse, selected } from './listing-rules'
import { scimWrite } from './scim-request'
import { wireUser } from './wire-user'

const textIn = (body: Resource, name: string): string => {
  const value: Json | undefined = valueOf(body, name)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : namesIn(value)
}

const namesIn = (value: Json | undefined): string => (Array.isArray(value) ? value.map(String).join(',') : '')

export const searchScim = scimWrite({
  route: 'POST site:/scim/v2/.search',
  summary: 'Search people and groups at once. The query is in the body.',
  params: {},
  change: (realm, _, body) => {
    const params = { attributes: textIn(body, 'attributes'), excludedAttributes: textIn(body, 'excludedAttributes') }
    const filter = textIn(body, 'filter')
    const found = [
      ...findUsers(realm, filter).map(
        ({ user, record }) =>
          () =>
            selected(wireUser(realm, user, record), params),
      ),
      ...findGroups(realm, filter).map((managed) => () => wiredGroup(realm, managed, params)),
    ]
    const page = { startIndex: textIn(body, 'startIndex'), count: textIn(body, 'count') }
    return { status: 200, body: listResponse(found, page, (wire) => wire()) }
  },
})
