import { For } from 'solid-js'
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

type Sample = [source: string, result: Element | string]

/** Returns an element with a text or with others in it. */
function made(tag: string, content: string | readonly (Element | string)[], kind = ''): Element {
  const element = document.createElement(tag)
  element.className = kind
  element.append(...[content].flat())
  return element
}

const TIME = '2026-12-01T15:00:00Z'
const timeFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })

const inLines = (): Sample[] => [
  [`**${words.bold}**`, made('b', words.bold)],
  [`*${words.italic}*`, made('i', words.italic)],
  [`~~${words.struck}~~`, made('s', words.struck)],
  [`[${words.link}](https://example.com)`, made('span', words.link, 'link')],
  [`\`${words.code}\``, made('code', words.code)],
  [`@**${words.name}**`, made('span', `@${words.name}`, 'user-mention')],
  [`@_**${words.name}**`, made('span', [made('span', words.name, 'user-mention'), ` (${words.silent})`])],
  [`@*${words.group}*`, made('span', `@${words.group}`, 'user-group-mention')],
  [`#**${words.channel}**`, made('span', `#${words.channel}`, 'link')],
  [`#**${words.channel}>${words.topic}**`, made('span', `#${words.channel} > ${words.topic}`, 'link')],
  [':tada:', '🎉'],
  [`<time:${TIME}>`, made('time', timeFormat.format(new Date(TIME)))],
  ['$$x^2$$', made('span', [made('i', 'x'), made('sup', '2')])],
]

const items = () => [made('li', words.item), made('li', words.item)]
const row = (cell: string, text: string) => [made('tr', [made(cell, text), made(cell, text)])]

const inBlocks = (): Sample[] => [
  [`> ${words.quote}`, made('blockquote', words.quote)],
  [`* ${words.item}\n* ${words.item}`, made('ul', items())],
  [`1. ${words.item}\n2. ${words.item}`, made('ol', items())],
  [`\`\`\`python\nprint("${words.code}")\n\`\`\``, made('pre', `print("${words.code}")`)],
  [
    `\`\`\`spoiler ${words.spoilerTitle}\n${words.spoiler}\n\`\`\``,
    made('details', [made('summary', words.spoilerTitle), words.spoiler]),
  ],
  [
    `| ${words.column} | ${words.column} |\n| --- | --- |\n| ${words.cell} | ${words.cell} |`,
    made('table', [made('thead', row('th', words.column)), made('tbody', row('td', words.cell))]),
  ],
  [`# ${words.heading}`, made('b', words.heading)],
]

const commands = ({ names, store }: Client): Sample[] => [
  [`/me ${words.waves}`, `${names.user(store.state.user_id)} ${words.waves}`],
  [`/poll ${words.question}\n${words.option}\n${words.option}`, words.pollResult],
  [`/todo\n${words.task}\n${words.task}`, words.todoResult],
]
