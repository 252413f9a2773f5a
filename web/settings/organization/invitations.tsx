import { createSignal, For, Show } from 'solid-js'
import { useClient } from '../../client/use-client'
import type { Invitation as OpenInvitation } from '../../../client-state/wire'
import { Picker } from '../../parts/people-picker'
import { fullTime } from '../../parts/time'
import { channelsInOrder } from '../../store/conversations'
import { Refusal, textOfServer } from '../../wire/requests'
import { organizationWords as words } from '../../words/en-organization'
import { overlayWords } from '../../words/en-overlays'
import { attempt, fetched } from '../fetched'
import { Items, Part, SettingsForm, textOf } from '../parts'
import { Secret } from '../secret'
import { GuestLinks } from './guest-links'
import { isPermitted } from './own-permissions'
import { CheckField, ChoiceField } from '../form-fields'

const ROLE_CODES = [100, 200, 300, 400, 600] as const

/** Invites people by email or with a link, and lists the invitations that are open. */
export function Invitations() {
  const client = useClient()
  const { ask } = client
  const { value, refresh } = fetched(client, async () => (await ask('GET /invites')).invites)
  const mayInvite = () =>
    isPermitted(client, 'create_multiuse_invite_group') || isPermitted(client, 'can_invite_users_group')
  return (
    <>
      <Show when={mayInvite()}>
        <InvitePart refresh={refresh} />
      </Show>
      <Part title={words.openInvitations}>
        <Items of={value()} none={words.noInvitations}>
          {(invite) => <Invitation invite={invite} refresh={refresh} />}
        </Items>
      </Part>
      <GuestLinks />
    </>
  )
}

function InvitePart(props: { refresh: () => Promise<void> }) {
  const client = useClient()
  const { ask, setNotice } = client
  const [channels, setChannels] = createSignal<number[]>([])
  const [groups, setGroups] = createSignal<number[]>([])
  const [link, setLink] = createSignal('')
  const [outcome, setOutcome] = createSignal<Outcome>()

  const options = (fields: FormData) => optionsIn(fields, channels(), groups())
  async function submit(fields: FormData, form: HTMLFormElement) {
    const addresses = textOf(fields, 'addresses')
    setOutcome(undefined)
    if (addresses === '') setLink((await ask('POST /invites/multiuse', options(fields))).invite_link)
    else {
      const failed = await ask('POST /invites', { invitee_emails: addresses, ...options(fields) }).then(
        () => undefined,
        outcomeOf,
      )
      setOutcome(failed)
      if (failed === undefined) {
        setNotice({ text: words.invitationsSent })
        form.reset()
        setIsLink(true)
        setChannels([])
        setGroups([])
      } else if (failed.areOthersInvited) keepRefused(form, failed)
    }
    await props.refresh()
  }
  const [isLink, setIsLink] = createSignal(true)
  const mayLink = () => isPermitted(client, 'create_multiuse_invite_group')
  const mayMail = () => isPermitted(client, 'can_invite_users_group')
  return (
    <Part title={words.inviteByEmail}>
      <SettingsForm
        button={isLink() && mayLink() ? words.createLink : words.sendInvitations}
        isDisabled={isLink() ? !mayLink() : !mayMail()}
        submit={submit}
      >
        <label>
          {words.addresses}
          <textarea
            name="addresses"
            rows="3"
            maxlength="10000"
            onInput={({ currentTarget }) => setIsLink(currentTarget.value.trim() === '')}
          />
        </label>
        <RoleAndExpiryFields />
        <ChannelAndGroupFields
          channels={channels()}
          setChannels={setChannels}
          groups={groups()}
          setGroups={setGroups}
        />
        <Show when={outcome()}>{(failed) => <NotInvited outcome={failed()} />}</Show>
      </SettingsForm>
      <Show when={link()}>{(address) => <Secret text={address()} name={words.linkTitle} />}</Show>
    </Part>
  )
}

function ChannelAndGroupFields(props: {
  channels: number[]
  setChannels: (ids: number[]) => void
  groups: number[]
  setGroups: (ids: number[]) => void
}) {
  const { names, store } = useClient()
  const allChannels = () => channelsInOrder(store.state).map(({ stream_id, name }) => ({ id: stream_id, name }))
  const allGroups = () =>
    [...store.state.realm_user_groups].filter(({ is_system_group, deactivated }) => !is_system_group && !deactivated)

  return (
    <>
      <Picker
        label={words.addChannel}
        chosen={props.channels.map((id) => ({ id, name: `# ${names.channel(id)}` }))}
        all={allChannels()}
        change={props.setChannels}
      />
      <CheckField label={words.inviteDefaults} name="defaults" isChecked />
      <Show when={allGroups().length > 0}>
        <Picker
          label={words.addGroup}
          chosen={props.groups.map((id) => ({ id, name: store.state.realm_user_groups.get(id)?.name ?? '' }))}
          all={allGroups()}
          change={props.setGroups}
        />
      </Show>
    </>
  )
}

const optionsIn = (fields: FormData, stream_ids: number[], group_ids: number[]) => ({
  stream_ids,
  group_ids,
  invite_as: ROLE_CODES.find((code) => code === Number(textOf(fields, 'role'))),
  invite_expires_in_minutes: textOf(fields, 'expiry') === 'never' ? null : Number(textOf(fields, 'expiry')),
  include_realm_default_subscriptions: fields.has('defaults'),
})

/** Addresses that were not invited, each with the reason, and whether the others were. */
type Outcome = { refused: { address: string; reason: string }[]; areOthersInvited: boolean }

/** Returns what the server says of each address. Throws any other error. */
function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof Refusal)) throw error
  const { errors, sent_invitations } = error.fields
  if (!Array.isArray(errors) || errors.length === 0) throw error
  const refused = errors.map(([address, reason]: [string, string]) => ({ address, reason: textOfServer(reason) }))
  return { refused, areOthersInvited: sent_invitations === true }
}

/** The other addresses would be invited once more. */
function keepRefused(form: HTMLFormElement, { refused }: Outcome) {
  const field = form.querySelector('textarea')
  if (field !== null) field.value = refused.map(({ address }) => address).join('\n')
}

function NotInvited(props: { outcome: Outcome }) {
  return (
    <div class="fail" role="alert">
      <p>{props.outcome.areOthersInvited ? words.othersInvited : words.noneInvited}</p>
      <ul>
        <For each={props.outcome.refused}>
          {({ address, reason }) => (
            <li>
              <b dir="auto">{address}</b> {reason}
            </li>
          )}
        </For>
      </ul>
    </div>
  )
}

function Invitation(props: { invite: OpenInvitation; refresh: () => Promise<void> }) {
  const client = useClient()
  const { ask, names } = client
  const { id, is_multiuse, email, invited_by_user_id, invited_as, expiry_date } = props.invite
  const name = () => (is_multiuse ? words.link : (email ?? ''))
  const run = async (change: Promise<unknown>) => {
    await attempt(client, change)
    await props.refresh()
  }
  const revoke = () =>
    is_multiuse
      ? ask('DELETE /invites/multiuse/:invite_id', { invite_id: id })
      : ask('DELETE /invites/:invite_id', { invite_id: id })
  return (
    <li>
      <div class="grow">
        <b>{name()}</b>
        <p class="quiet">
          {words.invitedBy(names.user(invited_by_user_id), overlayWords.role[invited_as] ?? '')},{' '}
          {expiry_date === null ? words.forEver : words.until(fullTime(expiry_date))}
        </p>
      </div>
      <Show when={!is_multiuse}>
        <button
          class="act"
          aria-label={`${words.resend}: ${name()}`}
          onClick={() => void run(ask('POST /invites/:invite_id/resend', { invite_id: id }))}
        >
          {words.resend}
        </button>
      </Show>
      <button class="act" aria-label={`${words.revoke}: ${name()}`} onClick={() => void run(revoke())}>
        {words.revoke}
      </button>
    </li>
  )
}

function RoleAndExpiryFields() {
  const { store, userOf } = useClient()
  // No user invites to a higher role.
  const roles = () =>
    Object.fromEntries(
      Object.entries(overlayWords.role).filter(([role]) => Number(role) >= (userOf(store.state.user_id)?.role ?? 0)),
    )

  return (
    <>
      <ChoiceField label={words.inviteAs} name="role" options={roles()} value="400" />
      <ChoiceField label={words.expires} name="expiry" options={words.expiry} value="10080" />
    </>
  )
}
