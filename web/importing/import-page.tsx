import { createEffect, createSignal, Match, on, Show, Switch } from 'solid-js'
import { render } from 'solid-js/web'
import type { News, Request } from '../import-worker/messages'
import { pageEnvironment } from '../wire/environment'
import { createAsk, Refusal } from '../wire/requests'
import { createSession } from '../wire/session'
import { importWords as words } from '../words/en-import'
import { restLoaded } from '../words/language'
import { ChooseExport } from './choose-export'
import { canImport, startWorker } from './import-work'
import { ReportView } from './report'
import { Working } from './working'
import './import.css'

/** Shows the page of an import. It needs no session: while the organization is filled, there is none. */
export async function showImport(): Promise<void> {
  await restLoaded
  document.title = words.title
  render(() => <ImportPage />, document.body)
}

function ImportPage() {
  const [news, setNews] = createSignal<News>()
  const [obstacle, setObstacle] = createSignal<string>()
  const worker = canImport() ? startWorker(setNews) : undefined
  if (worker === undefined) setObstacle(words.noStorage)
  const send = (request: Request) => void worker?.then((post) => post(request))
  send({ kind: 'look' })
  const kind = () => news()?.kind
  const working = () => ofKind(news(), 'working')
  const done = () => ofKind(news(), 'done')
  const failed = () => ofKind(news(), 'failed')
  createEffect(
    on(kind, (now) => {
      if (now === 'nothing' && obstacle() === undefined) void obstacleToImport().then(setObstacle)
    }),
  )
  const begin = async (chosen: Extract<Request, { kind: 'begin' }>) => {
    const reason = await obstacleToImport()
    if (reason === undefined) send(chosen)
    else setObstacle(reason)
  }
  return (
    <main class="import-page">
      <h1>{words.title}</h1>
      <p class="quiet">{location.host}</p>
      <Show when={obstacle()}>
        <p class="fail" role="alert">
          {obstacle()}
        </p>
        <p class="quiet">{words.command}</p>
        <code>{`npm run import -- export.zip --url ${location.origin}`}</code>
      </Show>
      <Switch>
        <Match when={kind() === 'nothing'}>
          <Show when={obstacle() === undefined}>
            <ChooseExport begin={begin} />
          </Show>
        </Match>
        <Match when={kind() === 'interrupted'}>
          <Interrupted send={send} />
        </Match>
        <Match when={working()}>{(now) => <Working news={now()} send={send} />}</Match>
        <Match when={done()}>
          {(now) => <ReportView report={now().report} forget={() => send({ kind: 'forget' })} />}
        </Match>
        <Match when={failed()}>{(now) => <Failed news={now()} send={send} />}</Match>
      </Switch>
    </main>
  )
}

type Send = (request: Request) => void
type NewsOf<Kind extends News['kind']> = Extract<News, { kind: Kind }>

function ofKind<Kind extends News['kind']>(news: News | undefined, kind: Kind): NewsOf<Kind> | undefined {
  const isIt = (one: News | undefined): one is NewsOf<Kind> => one?.kind === kind
  return isIt(news) ? news : undefined
}

/** An earlier import did not end. */
function Interrupted(props: { send: Send }) {
  return (
    <>
      <p>{words.interrupted}</p>
      <p class="import-buttons">
        <button class="send" onClick={() => props.send({ kind: 'continue' })}>
          {words.continue}
        </button>
        <button class="act" onClick={() => props.send({ kind: 'forget' })}>
          {words.another}
        </button>
      </p>
    </>
  )
}

/** Why the import failed, and what the user can do now. */
function Failed(props: { news: NewsOf<'failed'>; send: Send }) {
  return (
    <div role="alert">
      <p class="fail">{words.failures[props.news.cause] ?? words.failures.other}</p>
      <p class="quiet">{props.news.message}</p>
      <p class="import-buttons">
        <Show
          when={props.news.cause === 'empty'}
          fallback={
            <button class="send" onClick={() => props.send({ kind: 'look' })}>
              {words.again}
            </button>
          }
        >
          <button class="send" onClick={() => props.send({ kind: 'forget' })}>
            {words.another}
          </button>
          <button class="act" onClick={() => props.send({ kind: 'continue', allowEmpty: true })}>
            {words.nevertheless}
          </button>
        </Show>
        <Show when={props.news.isBegun}>
          <button class="act" onClick={() => props.send({ kind: 'finish' })}>
            {words.open}
          </button>
        </Show>
      </p>
    </div>
  )
}

/** Returns why this organization cannot be filled by this user, or undefined. */
async function obstacleToImport(): Promise<string | undefined> {
  const environment = pageEnvironment()
  const ask = createAsk(environment, createSession(environment))
  try {
    const { has_messages, was_filled } = await ask('GET /parley/import')
    if (was_filled) return words.wasFilled
    return has_messages ? words.hasMessages : undefined
  } catch (error) {
    if (error instanceof Refusal) return error.status === 401 ? words.logIn : error.message
    return words.failures.other
  }
}
