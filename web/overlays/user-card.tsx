import type { User } from '../../client-state/wire'
import { createMemo, For, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { isWide, openBeside } from '../base/beside'
import { Avatar } from '../parts/avatar'
import { Dialog } from '../parts/dialog'
import { Dot } from '../parts/dot'
import { dayName, timeIn } from '../parts/time'
import { printCard } from '../routes/card'
import { directConversation } from '../store/conversations'
import { refusalToWrite } from '../store/may-write'
import { words as general } from '../words/en'
import { laterWords } from '../words/en-later'
import { overlayWords as words } from '../words/en-overlays'
import { groupName } from './group-card'
import { openOverlay } from '../base/overlay'
import { ProfileFacts } from './profile-facts'
import { emojiOf, StatusGlyph } from './status-dialog'

const NO_USER = 0

/** A user, as a dialog. */
export function UserCard(props: { user_id: number; close: () => void }) {
  const { userOf } = useClient()
  return (
    <Dialog title={userOf(props.user_id)?.full_name ?? general.unknownUser} close={props.close}>
      <UserFacts user_id={props.user_id} close={props.close} />
    </Dialog>
  )
}

/** A user: presence, status, role, local time and groups, and how to write to them. */
export function UserFacts(props: { user_id: number; close: () => void }) {
  const { store, userOf, watch } = useClient()
  const { user_id } = props
  const user = createMemo(() => userOf(user_id))
  const isActive = () => {
    watch('people')
    return !store.state.realm_non_active_users.some((other) => other.user_id === user_id)
  }

  return (
    <Show when={user()} fallback={<p>{words.unknownPerson}</p>}>
      {(person) => (
        <>
          <CardHead user={person()} isActive={isActive()} />
          <Status user_id={user_id} />
          <Facts user={person()} />
          <CardActions user={person()} isActive={isActive()} close={props.close} />
        </>
      )}
    </Show>
  )
}

function CardHead(props: { user: User; isActive: boolean }) {
  const { presenceOf } = useClient()
  const { user_id } = props.user

  return (
    <div class="card-head">
      <Avatar user_id={user_id} />
      <div>
        <p>
          <Dot user_id={user_id} />
          {props.isActive ? general.presence[presenceOf(user_id)] : words.deactivated}
        </p>
        <p class="quiet">{props.user.is_bot ? words.bot : words.role[props.user.role]}</p>
        <Show when={props.user.is_link_guest}>
          <p class="quiet">{words.linkGuest}</p>
        </Show>
      </div>
    </div>
  )
}

function Status(props: { user_id: number }) {
  const { store, watch } = useClient()
  const status = () => {
    watch('people')
    return store.state.user_status[props.user_id] ?? {}
  }

  return (
    <Show when={status().status_text || status().emoji_name}>
      <p class="status" dir="auto">
        <Show when={emojiOf(status())}>
          {(emoji) => (
            <>
              <StatusGlyph emoji={emoji()} />{' '}
            </>
          )}
        </Show>
        {status().status_text}
      </p>
    </Show>
  )
}

function Facts(props: { user: User }) {
  const { store, userOf, watch } = useClient()
  const groups = createMemo(() => {
    watch('groups')
    return store.state.realm_user_groups.filter(
      (group) => !group.is_system_group && !group.deactivated && group.members.has(props.user.user_id),
    )
  })

  return (
    <dl class="facts">
      <Fact name={words.email} value={props.user.delivery_email ?? ''} />
      <Fact name={words.localTimeName} value={props.user.timezone ? timeIn(props.user.timezone) : ''} />
      <Fact name={words.joined} value={dayName(Date.parse(props.user.date_joined) / 1000)} />
      <Fact name={words.owner} value={userOf(props.user.bot_owner_id ?? NO_USER)?.full_name ?? ''} />
      <ProfileFacts user={props.user} />
      <Show when={groups().length > 0}>
        <div>
          <dt>{words.groups}</dt>
          <dd>
            <For each={groups()}>
              {(group) => (
                <a class="chip" href={printCard({ card: 'group', id: group.id })}>
                  {groupName(group)}
                </a>
              )}
            </For>
          </dd>
        </div>
      </Show>
    </dl>
  )
}

/** Returns whether the server accepts a direct message to a user. Guests of links and some settings of the organization only let users answer. */
function mayWriteTo({ store, watch }: Client, user_id: number): boolean {
  for (const part of ['groups', 'people', 'realm', 'direct'] as const) watch(part)
  return refusalToWrite(store.state, directConversation([user_id], store.state.user_id)) === undefined
}

function CardActions(props: { user: User; isActive: boolean; close: () => void }) {
  const client = useClient()
  const { ask, go, hrefOf, report, setNotice, store, watch } = client
  const { user_id } = props.user
  const isMuted = () => {
    watch('people')
    return store.state.muted_users.some(({ id }) => id === user_id)
  }
  function toggleMuted() {
    const name = props.user.full_name
    const unmute = () =>
      void ask('DELETE /users/me/muted_users/:muted_user_id', { muted_user_id: user_id }).catch(report)
    if (isMuted()) return unmute()
    ask('POST /users/me/muted_users/:muted_user_id', { muted_user_id: user_id }).catch(report)
    setNotice({ text: words.mutedPerson(name), undo: unmute })
  }
  function changeStatus() {
    props.close()
    setTimeout(() => openOverlay(client, { kind: 'status' }))
  }
  function write() {
    props.close()
    // Closing the card may go back in the history of the browser, which must not replace this view.
    setTimeout(() => go(directConversation([user_id], store.state.user_id)))
  }

  function showBeside() {
    props.close()
    setTimeout(() => openBeside(client, { user_id }))
  }

  return (
    <div class="card-actions">
      <Show when={props.isActive && mayWriteTo(client, user_id)}>
        <button class="send" onClick={write}>
          {words.sendDirect}
        </button>
      </Show>
      <a class="act" href={hrefOf({ view: 'search', terms: [{ operator: 'sender', operand: user_id }] })}>
        {words.findMessages}
      </a>
      <Show when={client.headActs === undefined && isWide()}>
        <button class="act" onClick={showBeside}>
          {laterWords.pane.open}
        </button>
      </Show>
      <Show
        when={user_id !== store.state.user_id}
        fallback={
          <button class="act" onClick={changeStatus}>
            {words.ownStatus}
          </button>
        }
      >
        <button class="act" aria-pressed={isMuted()} onClick={toggleMuted}>
          {isMuted() ? words.unmutePerson : words.mutePerson}
        </button>
      </Show>
    </div>
  )
}

/** A name and a value, or nothing if there is no value. */
export function Fact(props: { name: string; value: string }) {
  return (
    <Show when={props.value}>
      <div>
        <dt>{props.name}</dt>
        <dd dir="auto">{props.value}</dd>
      </div>
    </Show>
  )
}
