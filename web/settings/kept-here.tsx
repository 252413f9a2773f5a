import { createSignal, For, onCleanup, Show } from 'solid-js'
import { askKept } from '../base/ask-kept'
import { choiceChannel } from '../base/kept-history'
import { keptUsage, type KeptUsage } from '../base/kept-usage'
import { chooseToKeep, keptAmount, type KeptAmount } from '../cache/keeping'
import { useClient } from '../client/use-client'
import { sizeText } from '../parts/size'
import { words as general } from '../words/en'
import { settingsWords as words } from '../words/en-settings'
import { locale } from '../words/language'
import { SettingControl } from './control'
import { choice } from './setting-line'

const MILLISECONDS_BETWEEN_LOOKS = 2000

/** How much this browser keeps of the messages: the choice of the user, and what is there. */
export function KeptHere() {
  const client = useClient()
  const { environment } = client
  const leaving = new AbortController()
  const ask = askKept({ environment, signal: leaving.signal })
  const [amount, setAmount] = createSignal(keptAmount())
  const [usage, setUsage] = createSignal<KeptUsage>()
  const [channels, setChannels] = createSignal<string[]>([])
  /** The room of a channel is a share of all messages: reading them would take seconds. */
  async function list({ messages, bytes, files }: KeptUsage) {
    const { counts = [] } = await ask({ counts: true })
    const space = (bytes - bytesOf(files)) / messages
    setChannels(
      counts.map(([stream_id, count]) => {
        const name = stream_id === 0 ? general.directMessages : `# ${client.names.channel(stream_id)}`
        return `${name}: ${count.toLocaleString(locale)} · ${sizeText(space * count)}`
      }),
    )
  }
  const look = () => void keptUsage(ask).then(setUsage)
  look()
  const looking = setInterval(look, MILLISECONDS_BETWEEN_LOOKS)
  onCleanup(() => {
    clearInterval(looking)
    leaving.abort()
  })

  async function keep(value: KeptAmount) {
    chooseToKeep(value)
    setAmount(value)
    const channel = new BroadcastChannel(choiceChannel(environment.name))
    // This tab listens, too.
    channel.postMessage(value)
    channel.close()
    await client.connection.save()
  }

  return (
    <>
      <SettingControl
        line={choice}
        words={words.keepHere}
        value={amount()}
        save={(value) => keep(value === 'everything' || value === 'nothing' ? value : 'month')}
      />
      <Show when={amount() !== 'nothing' && usage()}>
        {(kept) => (
          <>
            <details class="quiet" onToggle={({ currentTarget }) => currentTarget.open && void list(kept())}>
              <summary>{textOf(kept())}</summary>
              <For each={channels()}>{(text) => <p>{text}</p>}</For>
            </details>
            <Show when={kept().files.length > 0}>
              <p class="quiet">{textOfFiles(kept())}</p>
            </Show>
          </>
        )}
      </Show>
    </>
  )
}

function textOf({ messages, oldest, isWhole, isFull, bytes }: KeptUsage): string {
  const count = messages.toLocaleString(locale)
  if (isWhole || oldest === undefined) return words.keptAll(count, sizeText(bytes))
  const day = new Date(oldest * 1000).toLocaleDateString(locale, { dateStyle: 'long' })
  return `${words.keptHere(count, day, sizeText(bytes))}${isFull ? ` ${words.keptFull}` : ''}`
}

const bytesOf = (files: KeptUsage['files']): number => files.reduce((sum, { bytes }) => sum + bytes, 0)

const textOfFiles = ({ files }: KeptUsage): string =>
  words.keptFiles(files.length.toLocaleString(locale), sizeText(bytesOf(files)))
