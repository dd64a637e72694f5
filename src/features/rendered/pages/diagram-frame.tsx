import type { Frame } from '#ui/frame.ts'

/** The document in which one diagram is rendered. It inherits its colours from the page around it. */
export function DiagramFrame({ frame }: { frame: Frame }) {
  const script = frame.assets.others['mermaid']
  return (
    <html lang={frame.locale}>
      <head>
        <meta charset="utf-8" />
        <meta name="color-scheme" content="light dark" />
        <title>Diagram</title>
        <style>{'body { margin: 0; } svg { display: block; margin: auto; }'}</style>
        {script && <script type="module" src={script} nonce={frame.nonce} />}
      </head>
      <body />
    </html>
  )
}
