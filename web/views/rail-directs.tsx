import { createMemo, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { directName } from '../base/labels'
import { Avatar } from '../parts/avatar'
import { Dot } from '../parts/dot'
import { Icon } from '../parts/icon'
import { keyOfRoute } from '../routes/route'
import { directConversation, type Conversation } from '../store/conversations'
import { words } from '../words/en'
import { Count } from './inbox'
import { RailSection } from './rail-section'

const MAX_READ = 5
const MAX_RECENT = 30

/** The newest direct conversations, those with unread messages, and the one that is open. */
export function DirectLinks() {
  const client = useClient()
  const { isAt, route, store, unread, watch } = client
  const byKey = createMemo(() => {
    watch('direct')
    const { recent_private_conversations: recent = [], user_id } = store.state
    const links = new Map<string, Conversation>()
    const add = (conversation: Conversation) => links.set(keyOfRoute(conversation), conversation)
    for (const { route: place } of unread().conversations) if (place.view === 'direct') add(place)
    for (const { user_ids } of recent.slice(0, MAX_RECENT)) add(directConversation(user_ids, user_id))
    const open = route()
    if (open.view === 'direct') add({ view: 'direct', user_ids: open.user_ids })
    return links
  })
  return (
    <RailSection
      id="direct"
      name={words.directMessages}
      keys={[...byKey().keys()]}
      isUnread={(key) => unread().byKey.has(key)}
      isOpen={(key) => key === keyOfRoute(route())}
      most={MAX_READ}
    >
      {(key) => (
        <Show when={byKey().get(key)}>
          {(conversation) => <DirectLink conversation={conversation()} isCurrent={isAt(conversation())} />}
        </Show>
      )}
    </RailSection>
  )
}

function DirectLink(props: { conversation: Conversation; isCurrent: boolean }) {
  const client = useClient()
  const ids = () => ('user_ids' in props.conversation ? props.conversation.user_ids : [])
  const entry = () => client.unread().byKey.get(keyOfRoute(props.conversation))
  return (
    <a
      class="row"
      classList={{ unread: entry() !== undefined }}
      href={client.hrefOf(props.conversation)}
      aria-current={props.isCurrent ? 'page' : undefined}
    >
      <Face user_ids={ids()} />
      <span class="name" dir="auto">
        {directName(client, ids())}
      </span>
      <Count count={entry()?.ids.length ?? 0} mentions={entry()?.mentions ?? 0} />
    </a>
  )
}

/** The picture of a person, with the presence. A group has a sign. */
function Face(props: { user_ids: readonly number[] }) {
  const one = () => (props.user_ids.length === 1 ? props.user_ids[0] : undefined)
  return (
    <Show when={one()} keyed fallback={<Icon name="people" />}>
      {(user_id) => (
        <span class="face">
          <Avatar user_id={user_id} />
          <Dot user_id={user_id} />
        </span>
      )}
    </Show>
  )
}
