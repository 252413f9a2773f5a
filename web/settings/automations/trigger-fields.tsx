import { createMemo, Match, Show, Switch } from 'solid-js'
import type { AutomationTrigger } from '../../../client-state/wire'
import { useClient } from '../../client/use-client'
import { automationWords as words } from '../../words/en-automations'
import { ChoiceField, LongTextField, TextField } from '../form-fields'
import { channelChoices } from './choices'
import { localTime, type TriggerKind } from './typed-automation'

const KINDS: readonly TriggerKind[] = ['message', 'reaction', 'new_member', 'time', 'webhook', 'form']
const AN_HOUR = 3600

type Props = { kind: TriggerKind; choose: (kind: TriggerKind) => void; before: AutomationTrigger | undefined }

/** The fields for what starts an automation. */
export function TriggerFields(props: Props) {
  const client = useClient()
  const of = <Kind extends TriggerKind>(kind: Kind) => {
    const { before } = props
    return before?.kind === kind ? narrowed(before, kind) : undefined
  }
  const at = createMemo(() => localTime(of('time')?.at ?? Math.floor(Date.now() / 1000) + AN_HOUR))
  const inChannel = () => ['message', 'reaction', 'form'].includes(props.kind)
  const channel = () => (props.before && 'stream_id' in props.before ? `${props.before.stream_id}` : undefined)
  return (
    <>
      <ChoiceField
        label={words.when}
        options={Object.fromEntries(KINDS.map((kind) => [kind, words.triggers[kind] ?? kind]))}
        value={props.kind}
        choose={(value) => props.choose(KINDS.find((kind) => kind === value) ?? 'message')}
      />
      <Show when={inChannel()}>
        <ChoiceField label={words.channel} name="channel" options={channelChoices(client)} value={channel()} />
      </Show>
      <Switch>
        <Match when={props.kind === 'message'}>
          <TextField label={words.words} name="words" most={300} value={of('message')?.words.join(', ')} isOptional />
        </Match>
        <Match when={props.kind === 'reaction'}>
          <TextField label={words.emoji} name="emoji" most={100} value={of('reaction')?.emoji_name} isCode />
        </Match>
        <Match when={props.kind === 'time'}>
          <label>
            {words.at}
            <input type="datetime-local" name="at" required value={at()} />
          </label>
          <ChoiceField label={words.every} name="every" options={words.periods} value={of('time')?.every} />
        </Match>
        <Match when={props.kind === 'form'}>
          <TextField label={words.title} name="title" most={60} value={of('form')?.title} />
          <LongTextField
            label={words.questions}
            name="questions"
            rows={3}
            value={of('form')?.fields.join('\n') ?? ''}
          />
        </Match>
      </Switch>
    </>
  )
}

type OfKind<Kind extends TriggerKind> = Extract<AutomationTrigger, { kind: Kind }>

function narrowed<Kind extends TriggerKind>(trigger: AutomationTrigger, kind: Kind): OfKind<Kind> | undefined {
  return isOf(trigger, kind) ? trigger : undefined
}

const isOf = <Kind extends TriggerKind>(trigger: AutomationTrigger, kind: Kind): trigger is OfKind<Kind> =>
  trigger.kind === kind
