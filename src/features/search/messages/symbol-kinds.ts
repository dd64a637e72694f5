import { messages } from '#base/messages.ts'
import type { SymbolKind } from '#base/symbol.ts'

type Words = Record<SymbolKind, string>

/** What a definition in code is. */
export const symbolKinds = messages<Words>({
  he: {
    class: 'מחלקה',
    enum: 'מנייה',
    function: 'פונקציה',
    impl: 'מימוש',
    interface: 'ממשק',
    macro: 'מאקרו',
    method: 'מתודה',
    module: 'מודול',
    rule: 'כלל',
    struct: 'מבנה',
    trait: 'תכונה',
    type: 'טיפוס',
  },
  en: {
    class: 'class',
    enum: 'enum',
    function: 'function',
    impl: 'impl',
    interface: 'interface',
    macro: 'macro',
    method: 'method',
    module: 'module',
    rule: 'rule',
    struct: 'struct',
    trait: 'trait',
    type: 'type',
  },
})
