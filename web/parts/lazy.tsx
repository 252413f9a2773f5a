import { createComponent, createSignal, type Component } from 'solid-js'
import { useClient } from '../client/use-client'
import { findNewerBuild } from '../wire/newer-build'
import { restLoaded } from '../words/language'
import { contained } from './contained'

/** Returns a view whose code loads when it is drawn for the first time. If it throws, all other views go on. */
export function lazyView<Props extends object>(load: () => Promise<Component<Props>>): Component<Props> {
  const [view, setView] = createSignal<Component<Props>>()
  let loading: Promise<void> | undefined
  const start = async (report: (error: unknown) => void) => {
    try {
      await restLoaded
      const loaded = await load()
      setView(() => contained(loaded))
    } catch (error) {
      loading = undefined
      // A deployment removes the files of older builds.
      void findNewerBuild()
      report(error)
    }
  }
  return (props) => {
    const { report } = useClient()
    loading ??= start(report)
    const drawn = () => {
      const loaded = view()
      return loaded && createComponent(loaded, props)
    }
    return <>{drawn()}</>
  }
}
