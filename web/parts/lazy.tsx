import { createComponent, createSignal, type Component } from 'solid-js'
import { report } from '../app'
import { findNewerBuild } from '../keep-shell'
import { restLoaded } from '../words/language'

/** Returns a view whose code loads when it is drawn for the first time. */
export function lazyView<Props extends object>(load: () => Promise<Component<Props>>): Component<Props> {
  const [view, setView] = createSignal<Component<Props>>()
  let loading: Promise<void> | undefined
  const start = async () => {
    try {
      await restLoaded
      const loaded = await load()
      setView(() => loaded)
    } catch (error) {
      loading = undefined
      // A deployment removes the files of older builds.
      void findNewerBuild()
      report(error)
    }
  }
  return (props) => {
    loading ??= start()
    const drawn = () => {
      const loaded = view()
      return loaded && createComponent(loaded, props)
    }
    return <>{drawn()}</>
  }
}
