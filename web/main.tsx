import { render } from 'solid-js/web'
import { connection } from './app'
import './look/tokens.css'
import './look/chat.css'
import { Shell } from './views/shell'

render(() => <Shell />, document.body)
void connection.start()
