/**
 * Patterns that one language has and its rivals do not; all of them must match. Two plain patterns rather than one with a gap
 * (`a[^]*b`), and never `^\s*` with the m flag: both take quadratic time on a text made to be slow.
 */
type Sign = readonly [language: string, ...patterns: RegExp[]]

// Signs are near the top; searching a whole file of two million characters would be wasted.
const HEAD_CHARS = 10_000

const OBJECTIVE_C: Sign = [
  'Objective-C',
  /^[ \t]*(?:@(?:interface|protocol|property|implementation|end|class)\b|#import\b)/m,
]
const XML: Sign = ['XML', /^\s*<\?xml\b/]
const SQL: Sign = ['SQL', /^[ \t]*(?:select|insert|update|delete|create|alter|drop|with|begin)\b/im, /;[ \t]*$/m]

/** Extensions that several languages claim, decided by content; without a match the table's owner keeps it. */
const RIVALS: Readonly<Record<string, readonly Sign[]>> = {
  h: [
    OBJECTIVE_C,
    [
      'C++',
      /^[ \t]*(?:class\s+\w+[^;()]*\{|template\s*<|namespace\s+[\w:]*\s*\{|using\s+namespace\b|public:|private:|protected:|#include\s*<(?:iostream|string|vector|map|memory|functional|algorithm|utility)>)|\bstd::\w/m,
    ],
  ],
  m: [
    OBJECTIVE_C,
    ['Wolfram Language', /^\s*\(\*|\w\[[\w_, ]*\]\s*:=/],
    ['MATLAB', /^[ \t]*(?:%|function\b|clear\b|clc\b|close all\b|end[ \t]*;?[ \t]*$|classdef\b|disp\()/m],
  ],
  pl: [
    ['Perl', /^[ \t]*(?:use\s+(?:strict|warnings|v?5)|my\s+[$@%]|sub\s+\w+|package\s+[\w:]+;)/m],
    ['Prolog', /^[^#\n]*:-|^\w+\([^)\n]*\)\.[ \t]*$/m],
  ],
  pro: [
    ['QMake', /^[ \t]*(?:SOURCES|HEADERS|QT|TARGET|TEMPLATE|CONFIG)[ \t]*[+-]?=/m],
    ['Prolog', /:-|^\w+\([^)\n]*\)\.[ \t]*$/m],
  ],
  ts: [['XML', /<TS\b|<!DOCTYPE TS\b/]],
  tsx: [['XML', /^\s*<\?xml\b/]],
  rs: [XML],
  mm: [['XML', /^\s*<(?:\?xml|map)\b/]],
  v: [
    ['Rocq Prover', /^[ \t]*(?:Require|Theorem|Lemma|Proof|Inductive|Definition|Fixpoint|Qed)\b/m],
    ['V', /^(?:pub )?fn \w+\s*\(|^module \w+[ \t]*$|^import (?:os|time|math|json|net)\b/m],
  ],
  inc: [
    ['PHP', /<\?(?:php|=)/],
    ['C++', /^[ \t]*#[ \t]*(?:include|define|ifn?def|pragma)\b/m],
    ['Pascal', /^[ \t]*(?:\{\$|unit\b|interface[ \t]*$|procedure\b|implementation[ \t]*$)/im],
    SQL,
    ['HTML', /^\s*<[a-z!]/i],
  ],
  cls: [
    ['VBA', /^(?:VERSION 1\.0 CLASS|Attribute VB_)/m],
    [
      'Apex',
      /^[ \t]*(?:public|private|global)\s+(?:(?:with|without|inherited)\s+sharing\s+|virtual\s+|abstract\s+)*class\b/im,
    ],
  ],
  cs: [['Smalltalk', /^!\w+ (?:class )?methodsFor:/m]],
  d: [['Makefile', /^[\w./-]+\.o[ \t]*:/m]],
  fs: [
    ['GLSL', /^[ \t]*(?:#version|precision|uniform|varying)\b|void\s+main\s*\(/m],
    ['Forth', /^(?:: |\\ )/m],
  ],
  pp: [['Pascal', /^[ \t]*(?:unit|program|uses|begin|procedure|function)\b[^{]*$/im]],
  cl: [['Common Lisp', /^\s*[(;]/]],
  l: [
    ['Common Lisp', /^[ \t]*\((?:def|in-package)/m],
    ['Roff', /^\.(?:TH|SH|\\")/m],
  ],
  php: [['Hack', /^<\?hh\b/]],
  re: [['C++', /^[ \t]*#[ \t]*(?:include|define)\b|\/\*!re2c/m]],
  asc: [['AsciiDoc', /^=+ \S/m]],
  sch: [XML],
  yy: [['JSON', /^\s*\{/]],
}

/** Detection by text alone: the surest patterns first, prose last. */
const ANYWHERE: readonly Sign[] = [
  ['PHP', /^\s*<\?php\b/],
  ['SVG', /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)?(?:<!DOCTYPE svg[^>]*>\s*)?<svg\b/i],
  ['HTML', /^\s*(?:<!--[^]*?-->\s*)?(?:<!doctype html\b|<(?:html|head|body)\b)/i],
  XML,
  ['Diff', /^(?:diff --git |--- \S.*\n\+\+\+ \S|Index: \S.*\n=+\n)/m],
  ['Public Key', /^-----BEGIN (?:[A-Z]+ )*(?:PUBLIC KEY|CERTIFICATE|PGP PUBLIC KEY BLOCK)-----/],
  ['TeX', /^\s*(?:%[^\n]*\n\s*)*\\(?:documentclass|usepackage|begin\{document\})/],
  ['Dockerfile', /^FROM [\w./:@${}-]+(?: AS \w+)?[ \t]*$/m, /^(?:RUN|CMD|COPY|ENTRYPOINT|WORKDIR|ENV) /m],
  ['JSON', /^\s*(?:\{\s*(?:"(?:[^"\\\n]|\\.)*"\s*:|\})|\[\s*(?:[{["\d-]|\]|true|false|null))[^]*[}\]]\s*$/],
  ['Go', /^package \w+[ \t]*$/m, /^(?:import|func|type|var|const)\b/m],
  [
    'Rust',
    /^[ \t]*(?:pub(?:\([^)\n]*\))? )?(?:fn \w+\s*(?:<[^\n]*>)?\(|impl\b[^\n]*\{|use (?:std|crate|super)::|#\[derive)/m,
  ],
  ['C++', /^[ \t]*#include\s*<(?:iostream|string|vector|map|memory|algorithm)>|\bstd::(?:cout|string|vector|endl)\b/m],
  ['C', /^[ \t]*#[ \t]*include\s*[<"][\w./]+\.h[>"]/m],
  ['C#', /^[ \t]*using System(?:\.[\w.]+)?;|^[ \t]*namespace [\w.]+[\s;{]/m],
  [
    'Java',
    /^[ \t]*(?:package [\w.]+;|import (?:static )?java[\w.*]+;|public (?:final |abstract )?(?:class|interface|enum|record) \w+)/m,
  ],
  ['Kotlin', /^[ \t]*(?:fun (?:\w+\.)?\w+\s*\(|(?:data|sealed) class \w+)/m],
  ['Swift', /^[ \t]*(?:import (?:UIKit|SwiftUI|Foundation)[ \t]*$|func \w+\([^\n]*\)\s*(?:->[^\n]*)?\{)/m],
  [
    'Python',
    /^[ \t]*(?:(?:async )?def \w+\([^\n]*\)?[^\n]*:|class \w+[^\n]*:|from [\w.]+ import |import [\w.]+(?: as \w+)?[ \t]*$|if __name__ ==|elif\b[^\n]*:|print\()/m,
  ],
  ['Ruby', /^[ \t]*(?:require(?:_relative)? ['"]|class \w+(?: < [\w:]+)?[ \t]*$)/m],
  ['Ruby', /^[ \t]*def \w+[?!]?(?:\([^\n]*\))?[ \t]*$/m, /^[ \t]*end\b/m],
  [
    'TypeScript',
    /^[ \t]*(?:(?:export )?(?:interface|type|enum) \w+[^\n]*[={]|import type\b)|\b(?:const|let|function \w+\()[^\n=]*: (?:string|number|boolean|void|Promise<)/m,
  ],
  [
    'JavaScript',
    /^[ \t]*(?:(?:export )?(?:default )?(?:async )?function\b[^\n]*\(|(?:export )?(?:const|let|var) [\w{[][^\n]*=|import [^\n]* from ['"]|module\.exports\b)|=>\s*[{(]|\bconsole\.log\(/m,
  ],
  ['SQL', /^[ \t]*select\b/im, /\bfrom\b/i],
  [
    'SQL',
    /^[ \t]*(?:insert into\b|update \w+ set\b|delete from\b|create (?:or replace )?(?:table|index|view|function)\b|alter table\b)/im,
  ],
  [
    'CSS',
    /^[ \t]*(?:[.#]?[a-z][\w .:#>,()-]*|@media[^{\n]*|:root|\*)\s*\{\s*(?:[\w-]+\s*:[^;{}]+;|\/\*|[.#]?[a-z][^{}]*\{)/im,
  ],
  [
    'HTML',
    /^\s*<(?:div|p|span|table|ul|ol|a|h[1-6]|section|article|form|script|style|img|button|nav|main|header)\b[^>]*>/i,
  ],
  ['Shell', /^[ \t]*(?:sudo |apt(?:-get)? |export \w+=|if \[\[? |for \w+ in [^\n]*; ?do)/m],
  ['Shell', /^(?:cd|mkdir|chmod|curl|git|npm|docker|echo) \S/m, /\n(?:cd|mkdir|chmod|curl|git|npm|docker|echo) \S/],
  [
    'Markdown',
    /^(?:#{1,6} \S|```|[-*+] \[[ xX]\] |> \S|\|[^\n]*\|\n\|[ :|-]+\|)|\[[^\][\n]{1,200}\]\([^)\s(]{1,500}\)|^[-*+] \S[^\n]*\n[-*+] \S/m,
  ],
  ['INI', /^\s*(?:[#;][^\n]*\n\s*)*\[[\w .:"-]+\][ \t]*\n(?:\s*[#;][^\n]*\n)*\s*[\w.-]+[ \t]*=/],
  ['YAML', /^(?:---[ \t]*\n|[\w-]+:(?:[ \t]*\n[ \t]+(?:-[ \t]|[\w-]+:)|[ \t]+\S[^\n]*\n[\w-]+:(?:[ \t]|\n)))/],
]

export function resolveSharedExtension(extension: string, content: string): string | null {
  return firstSign(RIVALS[extension] ?? [], content.slice(0, HEAD_CHARS))
}

export function detectByContent(content: string): string | null {
  return firstSign(ANYWHERE, content.slice(0, HEAD_CHARS))
}

function firstSign(signs: readonly Sign[], head: string): string | null {
  return signs.find(([, ...patterns]) => patterns.every((pattern) => pattern.test(head)))?.[0] ?? null
}
