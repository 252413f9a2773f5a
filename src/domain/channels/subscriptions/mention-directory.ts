import type { Directory } from '../../../markdown/template'
import type { Realm } from '../../../realm'
import { emojiInMessage } from '../../customization/emoji/shown'
import { isAllowed } from '../../people/groups/standing'
import { activeGroupsByName } from '../../people/groups/storage'
import { maybeUserKnownTo } from '../../people/users/known-as'
import { canKnowOf } from '../../people/users/sight'
import { usersNamed } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { findVisibleChannelByName } from './access'

/** Whom and what somebody may name in what they write. A channel they may not know of is just a word. */
export const mentionDirectory = (realm: Realm, author: User): Directory => ({
  userByName: (name) => {
    const named = usersNamed(realm, name).filter((user) => canKnowOf(realm, author, user))
    return named.find((user) => user.is_active) ?? named[0]
  },
  userById: (id) => maybeUserKnownTo(realm, author, id),
  groupByName: (name) => {
    const group = activeGroupsByName(realm).get(name.toLowerCase())
    return group && isAllowed(realm, author, group.permissions.can_mention_group) ? group : undefined
  },
  channelByName: (name) => findVisibleChannelByName(realm, author, name),
  emojiByName: (name) => emojiInMessage(realm, name),
})
