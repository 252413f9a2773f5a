import type { Template } from '../../markdown/references'
import { renderTemplate, type Rendered } from '../../markdown/render'
import type { Realm } from '../../realm'
import { isAllowed } from '../groups/standing'
import { allGroups } from '../groups/storage'
import { mentionableBy } from '../subscriptions/mentionable'
import type { User } from '../users/user'
import { groupMentionNotAllowed } from './rules'

/** What is said, with everyone it names. Any group may be named in passing; to call one, its members must allow it. */
export function renderFor(realm: Realm, author: User, template: Template): Rendered {
  const groupByName = (name: string) => groupKnownAs(realm, name)
  const rendered = renderTemplate(template, { ...mentionableBy(realm, author), groupByName })
  for (const id of rendered.mentioned_group_ids) {
    const { name, permissions } = allGroups(realm).get(id)!
    if (!isAllowed(realm, author, permissions.can_mention_group)) throw groupMentionNotAllowed({ name })
  }
  return rendered
}

function groupKnownAs(realm: Realm, name: string) {
  const key = name.toLowerCase()
  for (const group of allGroups(realm).values())
    if (group.name.toLowerCase() === key && !group.deactivated) return group
  return undefined
}
