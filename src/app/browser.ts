import '#ui/styles/index.css'
import './feature-styles.ts'
import type { ComponentType } from 'preact'
import { hydrateIslands } from '#browser/hydrate.ts'
import { listenForShortcuts } from '#browser/keyboard.ts'

const modules = import.meta.glob<{ island: ComponentType<object> }>('../features/*/islands/*.tsx')

listenForShortcuts()
hydrateIslands(document, async (name) => {
  const [feature, file] = name.split('/')
  const load = modules[`../features/${feature}/islands/${file}.tsx`]
  if (!load) throw new Error(`There is no island ${name}`)
  return load()
})
