import { createEffect, createMemo, createSignal, createUniqueId, For, on, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import type { GroupSetting, PermissionRules } from '../../client-state/wire'
import { Picker } from '../parts/people-picker'
import { organizationWords as words } from '../words/en-organization'
import { overlayWords } from '../words/en-overlays'
import { settingsWords } from '../words/en-settings'
import type { SettingText } from '../words/en-user-settings'
import { NotWanted } from './not-wanted'
import { messageOf } from './parts'
import { Failure } from '../parts/failure'

/** Who has a permission: the id of a group, or people and groups. */
export type GroupValue = GroupSetting

/** Returns the value of a permission that a table names. Before the server knows it, no user has it. */
export const groupValueFrom = (value: unknown): GroupValue =>
  typeof value === 'number' || isHolders(value) ? value : { direct_members: [], direct_subgroups: [] }

const isHolders = (value: unknown): value is Exclude<GroupSetting, number> =>
  typeof value === 'object' && value !== null && 'direct_members' in value && 'direct_subgroups' in value

type Group = { id: number; name: string; is_system_group: boolean; deactivated: boolean }

export const nameOfGroup = (name: string): string => overlayWords.systemGroups[name] ?? name

/** Returns the groups that can have the permission, with system groups first. */
function allowedGroups(groups: Group[], rules: PermissionRules): Group[] {
  const isAllowed = ({ name, is_system_group, deactivated }: Group) => {
    if (deactivated) return false
    if (!is_system_group) return !rules.require_system_group
    if (rules.allowed_system_groups.length > 0) return rules.allowed_system_groups.includes(name)
    if (name === 'role:internet') return rules.allow_internet_group
    if (name === 'role:nobody') return rules.allow_nobody_group
    return name !== 'role:everyone' || rules.allow_everyone_group
  }
  return groups.filter(isAllowed).sort((a, b) => Number(b.is_system_group) - Number(a.is_system_group) || a.id - b.id)
}

type Props = {
  rules: PermissionRules
  words: SettingText
  value: GroupValue
  isDisabled?: boolean
  note?: string
  save: (value: GroupValue) => Promise<unknown>
}

const SEVERAL = 'several'
/** In the list of a picker, people and groups have different ids. */
const GROUP_OFFSET = 1_000_000_000

/** A permission: one group from a list, or any people and groups. */
export function PermissionControl(props: Props) {
  const { store, watch } = useClient()
  const id = createUniqueId()
  const [isSeveral, setSeveral] = createSignal(false)
  const [status, setStatus] = createSignal('')
  const [error, setError] = createSignal('')
  // A list that is made anew shows the value that stays.
  const [list, remake] = createSignal({})
  const groups = createMemo(() => {
    watch('groups')
    return allowedGroups([...store.state.realm_user_groups], props.rules)
  })
  const [value, setSaved] = createLatest(() => props.value)
  const several = () => (typeof value() === 'object' || isSeveral() ? holdersOf(value()) : undefined)
  async function save(value: GroupValue) {
    setError('')
    setSaved(value)
    try {
      await props.save(value)
      setStatus(settingsWords.saved)
    } catch (refusal) {
      setSaved()
      if (refusal instanceof NotWanted) remake({})
      setError(messageOf(refusal))
    }
  }
  function choose(value: string) {
    setSeveral(value === SEVERAL)
    if (value !== SEVERAL) void save(Number(value))
  }
  return (
    <div class="setting" classList={{ several: several() !== undefined }}>
      <div class="setting-text">
        <label for={id}>{props.words.name}</label>
        <p class="quiet" id={`${id}-text`}>
          {props.words.text} <span class="usual">{words.usual(nameOfGroup(props.rules.default_group_name))}</span>{' '}
          {props.note}
        </p>
        <Failure text={error()} />
        <Show when={several()}>
          {(holders) => <Holders holders={holders()} groups={groups()} label={props.words.name} save={save} />}
        </Show>
      </div>
      <div class="setting-value">
        <span class="saved" role="status">
          {status()}
        </span>
        <Show when={list()} keyed>
          <GroupChoice id={id} groups={groups()} control={props} isSeveral={several() !== undefined} choose={choose} />
        </Show>
      </div>
    </div>
  )
}

function GroupChoice(props: {
  id: string
  groups: Group[]
  control: Props
  isSeveral: boolean
  choose: (value: string) => void
}) {
  return (
    <select
      id={props.id}
      aria-describedby={`${props.id}-text`}
      disabled={props.control.isDisabled}
      onChange={({ currentTarget }) => props.choose(currentTarget.value)}
    >
      <For each={props.groups}>
        {(group) => (
          <option value={group.id} selected={group.id === props.control.value && !props.isSeveral}>
            {nameOfGroup(group.name)}
          </option>
        )}
      </For>
      <Show when={!props.control.rules.require_system_group}>
        <option value={SEVERAL} selected={props.isSeveral}>
          {words.several}
        </option>
      </Show>
    </select>
  )
}

/** The value, and until the event of a change arrives, what was saved: the next choice adds to it. */
function createLatest(value: () => GroupValue) {
  const [saved, setSaved] = createSignal<GroupValue>()
  createEffect(on(value, () => setSaved()))
  return [() => saved() ?? value(), setSaved] as const
}

const holdersOf = (value: GroupValue) =>
  typeof value === 'object' ? value : { direct_members: [], direct_subgroups: [value] }

function Holders(props: {
  holders: Exclude<GroupValue, number>
  groups: Group[]
  label: string
  save: (value: GroupValue) => Promise<void>
}) {
  const { names, store, watch } = useClient()
  const people = createMemo(() => {
    watch('people')
    return [...store.state.realm_users].map(({ user_id, full_name }) => ({ id: user_id, name: full_name }))
  })
  const items = createMemo(() => [
    ...props.groups.map(({ id, name }) => ({ id: id + GROUP_OFFSET, name: nameOfGroup(name) })),
    ...people(),
  ])
  const chosen = () => [
    ...props.holders.direct_subgroups.map((id) => ({ id: id + GROUP_OFFSET, name: nameOf(id) })),
    ...props.holders.direct_members.map((id) => ({ id, name: names.user(id) })),
  ]
  const nameOf = (id: number) => nameOfGroup(store.state.realm_user_groups.get(id)?.name ?? '')
  return (
    <Picker
      label={`${props.label}: ${words.addHolder}`}
      chosen={chosen()}
      all={items()}
      change={(ids) =>
        void props.save({
          direct_members: ids.filter((id) => id < GROUP_OFFSET),
          direct_subgroups: ids.flatMap((id) => (id >= GROUP_OFFSET ? [id - GROUP_OFFSET] : [])),
        })
      }
    />
  )
}
