import { createMemo, createSignal, For, Show } from 'solid-js'
import { useClient } from '../../client/use-client'
import type { UserGroup, ParametersOf } from '../../../client-state/wire'
import { PeoplePicker, Picker } from '../../parts/people-picker'
import { printCard } from '../../routes/card'
import { organizationWords as words } from '../../words/en-organization'
import { groupPermissionWords } from '../../words/en-permissions'
import { settingsWords } from '../../words/en-settings'
import type { SettingText } from '../../words/en-user-settings'
import { confirmed, ConfirmDialog } from '../confirm'
import { attempt } from '../fetched'
import { groupValueFrom, nameOfGroup, PermissionControl } from '../group-value'
import { ChangeButton, Items, Part, SettingsForm, textOf } from '../parts'
import { afterWhatIf, WhatIfDialog } from '../what-if'
import { NameFields } from './name-fields'
import { isPermitted, mayChangeGroup } from './own-permissions'

const MAX_CHARACTERS = { name: 100, description: 1000 }

/** The groups of the organization: their members, the groups inside of them, and who may change them. */
export function Groups() {
  const client = useClient()
  const { ask, names, store, watch } = client
  const [members, setMembers] = createSignal<number[]>([])
  // Copies, because the store changes its own objects in place.
  const groups = createMemo((): UserGroup[] => {
    watch('groups')
    return [...store.state.realm_user_groups]
      .filter(({ is_system_group, deactivated }) => !is_system_group && !deactivated)
      .map((group) => ({
        ...group,
        members: [...group.members],
        direct_subgroup_ids: [...group.direct_subgroup_ids],
      }))
  })
  return (
    <>
      <Part title={words.sections['organization/groups']}>
        <Items of={groups().map(({ id }) => id)} none={words.noGroups} kind="groups">
          {(id) => (
            <Show when={groups().find((group) => group.id === id)}>{(group) => <GroupRow group={group()} />}</Show>
          )}
        </Items>
      </Part>
      <Show when={isPermitted(client, 'can_create_groups')}>
        <Part title={words.newGroup}>
          <SettingsForm
            button={words.create}
            submit={async (fields, form) => {
              await ask('POST /user_groups/create', {
                name: textOf(fields, 'name'),
                description: textOf(fields, 'description'),
                members: [...new Set([store.state.user_id, ...members()])],
              })
              form.reset()
              setMembers([])
            }}
          >
            <NameFields most={MAX_CHARACTERS} />
            <PeoplePicker label={words.addMember} chosen={members()} change={setMembers} nameOf={names.user} />
          </SettingsForm>
        </Part>
      </Show>
      <ConfirmDialog />
      <WhatIfDialog />
    </>
  )
}

/** Returns what a change of a list adds and removes, in the words of the API. */
export const difference = (before: readonly number[], after: readonly number[]) => ({
  add: after.filter((id) => !before.includes(id)),
  delete: before.filter((id) => !after.includes(id)),
})

type Changes = Omit<ParametersOf<'PATCH /user_groups/:user_group_id'>, 'user_group_id'>

function GroupRow(props: { group: UserGroup }) {
  const client = useClient()
  const { ask } = client
  const [isOpen, setOpen] = createSignal(false)
  const { id: user_group_id } = props.group
  const change = (changes: Changes) => ask('PATCH /user_groups/:user_group_id', { user_group_id, ...changes })
  return (
    <li class="bot">
      <div class="grow">
        <a href={printCard({ card: 'group', id: props.group.id })}>
          <b dir="auto">{props.group.name}</b>
        </a>
        <p class="quiet" dir="auto">
          {words.members(props.group.members.length)}
          {props.group.description ? ` · ${props.group.description}` : ''}
        </p>
        <Show when={isOpen()}>
          <GroupNameForm group={props.group} save={change} />
          <GroupContents group={props.group} />
          <GroupPermissions group={props.group} change={change} />
          <button
            class="act danger"
            onClick={() =>
              confirmed(client, {
                title: `${words.deactivateGroup}: ${props.group.name}`,
                text: words.deactivateGroupText,
                button: words.deactivateGroup,
                run: () => ask('POST /user_groups/:user_group_id/deactivate', { user_group_id }),
              })
            }
          >
            {words.deactivateGroup}
          </button>
        </Show>
      </div>
      <Show when={mayChangeGroup(client, props.group)}>
        <ChangeButton name={props.group.name} isOpen={isOpen()} setOpen={setOpen} />
      </Show>
    </li>
  )
}

function GroupNameForm(props: { group: UserGroup; save: (texts: Changes) => Promise<unknown> }) {
  return (
    <SettingsForm
      button={settingsWords.save}
      submit={(fields) => props.save({ name: textOf(fields, 'name'), description: textOf(fields, 'description') })}
    >
      <NameFields of={props.group} most={MAX_CHARACTERS} />
    </SettingsForm>
  )
}

type MemberChanges = Omit<ParametersOf<'POST /user_groups/:user_group_id/members'>, 'user_group_id'>

const subgroupChanges = ({ add, delete: removed }: ReturnType<typeof difference>): MemberChanges => ({
  add_subgroups: add,
  delete_subgroups: removed,
})

/** The people of a group, and the groups inside of it. */
function GroupContents(props: { group: UserGroup }) {
  const client = useClient()
  const { ask, names, store } = client
  const { id: user_group_id } = props.group
  const subgroups = (): number[] => props.group.direct_subgroup_ids
  const changeMembers = (changes: MemberChanges) =>
    afterWhatIf(
      client,
      () => ask('POST /parley/what_if/user_groups/:user_group_id/members', { user_group_id, ...changes }),
      () => ask('POST /user_groups/:user_group_id/members', { user_group_id, ...changes }),
    )
  const others = () =>
    [...store.state.realm_user_groups]
      .filter(({ id, deactivated }) => id !== props.group.id && !deactivated)
      .map(({ id, name }) => ({ id, name: nameOfGroup(name) }))
  return (
    <>
      <h4>{words.groupMembers}</h4>
      <PeoplePicker
        label={words.addMember}
        chosen={props.group.members}
        nameOf={names.user}
        change={(ids) => void attempt(client, changeMembers(difference(props.group.members, ids)))}
      />
      <h4>{words.groupSubgroups}</h4>
      <Picker
        label={words.addGroup}
        chosen={subgroups().map((id) => ({
          id,
          name: nameOfGroup(store.state.realm_user_groups.get(id)?.name ?? ''),
        }))}
        all={others()}
        change={(ids) => void attempt(client, changeMembers(subgroupChanges(difference(subgroups(), ids))))}
      />
    </>
  )
}

function GroupPermissions(props: { group: UserGroup; change: (changes: Changes) => Promise<unknown> }) {
  const { store } = useClient()
  const values = (): Record<string, unknown> => ({ ...props.group })
  const rules = store.state.server_supported_permission_settings.group
  const texts: Record<string, SettingText> = groupPermissionWords

  return (
    <>
      <h4>{words.groupPermissions}</h4>
      <For each={Object.keys(texts)}>
        {(name) => (
          <PermissionControl
            rules={rules[name]!}
            words={texts[name]!}
            value={groupValueFrom(values()[name])}
            save={(value) => props.change({ [name]: { new: value } })}
          />
        )}
      </For>
    </>
  )
}
