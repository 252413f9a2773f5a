import { For, type JSX } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { Dialog } from '../parts/dialog'
import { formattingWords as words } from '../words/en-formatting'
import { locale } from '../words/language'
import './formatting-help.css'

/** What the user can write in a message, and what others see of it. */
export function FormattingHelp(props: { close: () => void }) {
  const client = useClient()
  return (
    <Dialog title={words.title} size="wide" close={props.close}>
      <table class="formatting">
        <thead>
          <tr>
            <th scope="col">{words.youWrite}</th>
            <th scope="col">{words.othersSee}</th>
          </tr>
        </thead>
        <tbody>
          <For each={[...inLines(), ...inBlocks(), ...commands(client)]}>
            {([source, result]) => (
              <tr>
                <td>
                  <code dir="auto">{source}</code>
                </td>
                <td class="body" dir="auto">
                  {result}
                </td>
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </Dialog>
  )
}

type Sample = [source: string, result: JSX.Element]

const inLines = (): Sample[] => [
  [`**${words.bold}**`, <b>{words.bold}</b>],
  [`*${words.italic}*`, <i>{words.italic}</i>],
  [`~~${words.struck}~~`, <s>{words.struck}</s>],
  [`[${words.link}](https://example.com)`, <span class="link">{words.link}</span>],
  [`\`${words.code}\``, <code>{words.code}</code>],
  [`@**${words.name}**`, <span class="user-mention">@{words.name}</span>],
  [`@_**${words.name}**`, <SilentMention />],
  [`@*${words.group}*`, <span class="user-group-mention">@{words.group}</span>],
  [`#**${words.channel}**`, <span class="link">#{words.channel}</span>],
  [
    `#**${words.channel}>${words.topic}**`,
    <span class="link">
      #{words.channel} &gt; {words.topic}
    </span>,
  ],
  [':tada:', '🎉'],
  ['<time:2026-12-01T15:00:00Z>', <time>{timeFormat.format(new Date('2026-12-01T15:00:00Z'))}</time>],
  [
    '$$x^2$$',
    <span>
      <i>x</i>
      <sup>2</sup>
    </span>,
  ],
]

const SilentMention = () => (
  <span>
    <span class="user-mention">{words.name}</span> ({words.silent})
  </span>
)

const timeFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })

const inBlocks = (): Sample[] => [
  [`> ${words.quote}`, <blockquote>{words.quote}</blockquote>],
  [
    `* ${words.item}\n* ${words.item}`,
    <ul>
      <li>{words.item}</li>
      <li>{words.item}</li>
    </ul>,
  ],
  [
    `1. ${words.item}\n2. ${words.item}`,
    <ol>
      <li>{words.item}</li>
      <li>{words.item}</li>
    </ol>,
  ],
  [`\`\`\`python\nprint("${words.code}")\n\`\`\``, <pre>{`print("${words.code}")`}</pre>],
  [
    `\`\`\`spoiler ${words.spoilerTitle}\n${words.spoiler}\n\`\`\``,
    <details>
      <summary>{words.spoilerTitle}</summary>
      {words.spoiler}
    </details>,
  ],
  [
    `| ${words.column} | ${words.column} |\n| --- | --- |\n| ${words.cell} | ${words.cell} |`,
    <table>
      <thead>
        <tr>
          <th>{words.column}</th>
          <th>{words.column}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>{words.cell}</td>
          <td>{words.cell}</td>
        </tr>
      </tbody>
    </table>,
  ],
  [`# ${words.heading}`, <b>{words.heading}</b>],
]

const commands = ({ names, store }: Client): Sample[] => [
  [`/me ${words.waves}`, `${names.user(store.state.user_id)} ${words.waves}`],
  [`/poll ${words.question}\n${words.option}\n${words.option}`, words.pollResult],
  [`/todo\n${words.task}\n${words.task}`, words.todoResult],
]
