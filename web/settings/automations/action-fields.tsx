import { Match, Show, Switch } from 'solid-js'
import type { AutomationAction } from '../../../client-state/wire'
import { useClient } from '../../client/use-client'
import { automationWords as words } from '../../words/en-automations'
import { ChoiceField, LongTextField, TextField } from '../form-fields'
import { channelChoices, groupChoices } from './choices'
import { fieldOf, type ActionKind } from './typed-automation'

const KINDS: readonly ActionKind[] = ['send', 'create_topic', 'write_to_person', 'add_to_group', 'remind', 'call']
const MAX_MINUTES_DIGITS = 6

type Props = {
  /** The number of the action in the names of the fields. */
  name: number
  kind: ActionKind
  choose: (kind: ActionKind) => void
  before: AutomationAction | undefined
}

/** The fields of one action. Fields of another kind that have the same name keep what they had. */
export function ActionFields(props: Props) {
  const client = useClient()
  const named = (name: string) => fieldOf(props.name, name)
  const before = (name: string): string => {
    const value: unknown = Object.entries(props.before ?? {}).find(([field]) => field === name)?.[1]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const sends = () => props.kind === 'send' || props.kind === 'create_topic'
  const channels = () => ({ ...(props.kind === 'send' && { '': words.samePlace }), ...channelChoices(client) })
  return (
    <>
      <ChoiceField
        label={words.actionKind}
        options={Object.fromEntries(KINDS.map((kind) => [kind, words.actions[kind] ?? kind]))}
        value={props.kind}
        choose={(value) => props.choose(KINDS.find((kind) => kind === value) ?? 'send')}
      />
      <Show when={sends()}>
        <ChoiceField label={words.channel} name={named('channel')} options={channels()} value={before('stream_id')} />
        <TextField
          label={words.topic}
          name={named('topic')}
          most={60}
          value={before('topic')}
          isOptional={props.kind === 'send'}
        />
      </Show>
      <Show when={sends() || props.kind === 'write_to_person'}>
        <LongTextField label={words.content} name={named('content')} rows={3} most={2000} value={before('content')} />
      </Show>
      <OtherFields kind={props.kind} named={named} before={before} />
    </>
  )
}

type OtherProps = { kind: ActionKind; named: (name: string) => string; before: (name: string) => string }

/** The fields of actions that write no message. */
function OtherFields(props: OtherProps) {
  const client = useClient()
  const { named, before } = props
  return (
    <Switch>
      <Match when={props.kind === 'add_to_group'}>
        <Show when={Object.keys(groupChoices(client)).length > 0} fallback={<p class="quiet">{words.noGroups}</p>}>
          <ChoiceField
            label={words.group}
            name={named('group')}
            options={groupChoices(client)}
            value={before('group_id')}
          />
        </Show>
      </Match>
      <Match when={props.kind === 'remind'}>
        <TextField
          label={words.minutes}
          name={named('minutes')}
          most={MAX_MINUTES_DIGITS}
          pattern="[1-9][0-9]*"
          value={before('minutes') || '60'}
        />
        <TextField label={words.note} name={named('note')} most={1000} value={before('note')} />
      </Match>
      <Match when={props.kind === 'call'}>
        <TextField label={words.url} name={named('url')} type="url" most={1000} value={before('url')} />
      </Match>
    </Switch>
  )
}
