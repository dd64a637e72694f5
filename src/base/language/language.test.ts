import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detectLanguage, highlightName, isHtml, isLanguage, isMarkdown, isSvg, languageColor } from './language.ts'
import { LANGUAGES } from './menu.ts'
import { LANGUAGE_TABLE } from './table.ts'
import { bestCpuMs } from '../../../test/cpu.ts'

/** `language: names`: detection by name alone, with an empty text. */
const BY_NAME: Readonly<Record<string, string>> = {
  Python: 'main.py MAIN.PY app.pyw types.pyi SConstruct wscript',
  TypeScript: 'index.ts types.d.ts vite.config.mts a.cts',
  TSX: 'app.tsx',
  JavaScript: 'app.js app.mjs app.cjs app.jsx Code.gs Jakefile',
  Markdown: 'README.md notes.markdown סיכום.md a.b.c.md',
  MDX: 'page.mdx',
  Text: 'a.txt LICENSE COPYING server.log server.log.1 file.unknown noname .zzz',
  HTML: 'index.html old.htm a.xhtml',
  SVG: 'logo.svg',
  XML: 'a.xml pom.xsd app.csproj feed.rss',
  'Maven POM': 'pom.xml',
  CSS: 'style.css',
  SCSS: 'style.scss',
  Less: 'style.less',
  JSON: 'package.json data.geojson composer.lock site.webmanifest',
  'JSON with Comments': 'tsconfig.json tsconfig.app.json settings.jsonc .oxlintrc.json .eslintrc.json',
  YAML: 'compose.yaml ci.yml .clang-format yarn.lock',
  TOML: 'Cargo.toml pyproject.toml Cargo.lock poetry.lock',
  INI: 'setup.cfg php.ini',
  EditorConfig: '.editorconfig',
  'Java Properties': 'app.properties',
  Dotenv: '.env .env.local .env.production .env.anything',
  Dockerfile: 'Dockerfile dockerfile Dockerfile.dev Containerfile web.dockerfile',
  Makefile: 'Makefile makefile GNUmakefile rules.mk Makefile.am',
  CMake: 'CMakeLists.txt find.cmake',
  'Pip Requirements': 'requirements.txt requirements-dev.txt',
  'Ignore List': '.gitignore .dockerignore',
  Shell: 'run.sh .bashrc .zshrc deploy.bash PKGBUILD',
  fish: 'config.fish',
  PowerShell: 'build.ps1 module.psm1',
  Batchfile: 'run.bat run.cmd',
  C: 'main.c list.h',
  'C++': 'main.cpp main.cc main.cxx list.hpp list.hh sketch.ino',
  'C#': 'Program.cs',
  'Objective-C': 'View.m',
  'Objective-C++': 'View.mm',
  Cuda: 'kernel.cu',
  Java: 'Main.java',
  Kotlin: 'Main.kt',
  'Gradle Kotlin DSL': 'build.gradle.kts',
  Gradle: 'build.gradle',
  Groovy: 'Jenkinsfile a.groovy',
  Scala: 'Main.scala build.sbt',
  Clojure: 'core.clj',
  Go: 'main.go',
  'Go Module': 'go.mod',
  'Go Checksums': 'go.sum',
  Rust: 'main.rs',
  Zig: 'main.zig',
  Swift: 'App.swift',
  Dart: 'main.dart',
  Ruby: 'app.rb Gemfile Rakefile x.gemspec config.ru',
  'Gemfile.lock': 'Gemfile.lock',
  PHP: 'index.php vars.inc',
  Blade: 'page.blade.php',
  Perl: 'script.pl Module.pm test.t',
  Lua: 'init.lua',
  R: 'plot.r plot.R',
  Julia: 'a.jl',
  MATLAB: 'a.matlab',
  Haskell: 'Main.hs',
  Elm: 'Main.elm',
  Elixir: 'app.ex app.exs',
  Erlang: 'app.erl rebar.config',
  OCaml: 'a.ml a.mli',
  'F#': 'a.fs a.fsx',
  'Common Lisp': 'a.lisp',
  'Emacs Lisp': 'init.el .emacs',
  Scheme: 'a.scm',
  Racket: 'a.rkt',
  SQL: 'schema.sql dump.ddl',
  PLpgSQL: 'f.pgsql',
  GraphQL: 'schema.graphql schema.gql',
  'Protocol Buffer': 'a.proto',
  HCL: 'main.tf vars.tfvars a.hcl',
  Nix: 'flake.nix',
  Nginx: 'nginx.conf site.nginx',
  ApacheConf: '.htaccess',
  Vue: 'App.vue',
  Svelte: 'App.svelte',
  Astro: 'page.astro',
  Handlebars: 'a.hbs',
  Pug: 'a.pug',
  Twig: 'a.twig',
  Jinja: 'a.j2 a.jinja',
  'HTML+ERB': 'a.html.erb',
  TeX: 'paper.tex style.sty paper.cls',
  BibTeX: 'refs.bib',
  reStructuredText: 'index.rst',
  AsciiDoc: 'index.adoc',
  Org: 'notes.org',
  Typst: 'a.typ',
  'Jupyter Notebook': 'a.ipynb',
  CSV: 'data.csv',
  TSV: 'data.tsv',
  Diff: 'fix.patch fix.diff',
  Verilog: 'cpu.v',
  SystemVerilog: 'cpu.sv',
  VHDL: 'cpu.vhd cpu.vhdl',
  Assembly: 'boot.asm',
  'Unix Assembly': 'boot.s',
  WebAssembly: 'a.wat',
  GLSL: 'a.glsl a.frag a.vert',
  Solidity: 'Token.sol',
  'Vim script': 'init.vim .vimrc',
  Awk: 'a.awk',
  Tcl: 'a.tcl',
  Pascal: 'a.pas',
  Fortran: 'a.f a.for',
  'Fortran Free Form': 'a.f90',
  COBOL: 'a.cob',
  Ada: 'a.adb',
  VBA: 'a.vba',
  'Visual Basic .NET': 'a.vb',
  VBScript: 'a.vbs',
  AppleScript: 'a.applescript',
  Gherkin: 'a.feature',
  Puppet: 'site.pp',
  Prisma: 'schema.prisma',
  Starlark: 'BUILD.bazel a.bzl',
  Mermaid: 'flow.mmd',
  'Graphviz (DOT)': 'g.dot',
}

const names = Object.entries(BY_NAME).flatMap(([language, list]) => list.split(' ').map((name) => [name, language]))

describe('detection by name', () => {
  test('has at least 200 cases', () => expect(names.length).toBeGreaterThanOrEqual(200))
  test.each(names)('%s is %s', (name = '', language = '') => {
    expect(detectLanguage(name, '')).toBe(language)
  })
})

describe('detection by content for an ambiguous name', () => {
  test.each([
    ['a.h', '#include <vector>\nclass A {\npublic:\n};\n', 'C++'],
    ['a.h', '#import <UIKit/UIKit.h>\n@interface A : NSObject\n@end', 'Objective-C'],
    ['a.h', 'struct a { int b; };\n', 'C'],
    ['a.m', '@implementation A\n@end', 'Objective-C'],
    ['a.m', 'function y = f(x)\n  y = x.^2;\nend\n', 'MATLAB'],
    ['a.m', '(* package *)\nf[x_] := x^2', 'Wolfram Language'],
    ['a.pl', 'use strict;\nmy $x = 1;\n', 'Perl'],
    ['a.pl', 'parent(tom, bob).\nancestor(X, Y) :- parent(X, Y).\n', 'Prolog'],
    ['a.pl', '#!/usr/bin/env swipl\n', 'Prolog'],
    ['a.ts', '<?xml version="1.0"?>\n<!DOCTYPE TS>\n<TS version="2.1">', 'XML'],
    ['a.ts', 'const a: number = 1', 'TypeScript'],
    ['a.v', 'Theorem a : True.\nProof. auto. Qed.', 'Rocq Prover'],
    ['a.v', 'fn main() {\n println("hi")\n}', 'V'],
    ['a.v', 'module cpu(input clk);\nendmodule', 'Verilog'],
    ['a.inc', '#define A 1\n', 'C++'],
    ['a.inc', '<?php $a = 1;', 'PHP'],
    ['a.cls', 'VERSION 1.0 CLASS\nBEGIN', 'VBA'],
    ['a.cls', 'public with sharing class A {}', 'Apex'],
    ['a.cls', '\\NeedsTeXFormat{LaTeX2e}', 'TeX'],
    ['a.cgi', '#!/usr/bin/python3\n', 'Python'],
    ['a.pp', 'class nginx {\n  package { "nginx": }\n}', 'Puppet'],
    ['a.pro', 'QT += core\nSOURCES = main.cpp', 'QMake'],
    ['a.fs', '#version 330\nvoid main() {}', 'GLSL'],
  ])('%s: %j is %s', (name, content, language) => {
    expect(detectLanguage(name, content)).toBe(language)
  })
})

describe('detection by first line, then by text, without a known name', () => {
  test.each([
    ['#!/bin/sh\necho', 'Shell'],
    ['#!/usr/bin/env python3.12\n', 'Python'],
    ['#!/usr/bin/env -S node --no-warnings\n', 'JavaScript'],
    ['\ufeff#!/usr/bin/ruby -w\n', 'Ruby'],
    ['/* -*- mode: C++ -*- */', 'C++'],
    ['# vim: set ft=yaml :', 'YAML'],
    ['<!doctype html>\n<html>', 'HTML'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'SVG'],
    ['<?xml version="1.0"?><a/>', 'XML'],
    ['<?php echo 1;', 'PHP'],
    ['{"a": [1, 2]}', 'JSON'],
    ['[{"a": 1}]', 'JSON'],
    ['def f(x):\n    return x\n', 'Python'],
    ['# שלום\nimport os\nprint(os.getcwd())\n', 'Python'],
    ['package main\n\nfunc main() {}\n', 'Go'],
    ['fn main() {\n    println!("hi");\n}', 'Rust'],
    ['#include <stdio.h>\nint main(void) { return 0; }', 'C'],
    ['#include <iostream>\nint main() {}', 'C++'],
    ['using System;\nclass A {}', 'C#'],
    ['public class Main { }', 'Java'],
    ['const a = () => {\n  return 1\n}', 'JavaScript'],
    ['interface A {\n  b: string\n}', 'TypeScript'],
    ['SELECT a FROM b WHERE c = 1;', 'SQL'],
    ['.a {\n  color: red;\n}', 'CSS'],
    ['<div class="a">x</div>', 'HTML'],
    ['# כותרת\n\nטקסט', 'Markdown'],
    ['- [ ] milk\n- [x] bread', 'Markdown'],
    ['name: x\non: push\njobs:\n  a: 1', 'YAML'],
    ['[section]\nkey = value', 'INI'],
    ['diff --git a/x b/x\n', 'Diff'],
    ['FROM node:26\nRUN npm ci\n', 'Dockerfile'],
    ['\\documentclass{article}', 'TeX'],
    ['סתם שורה בעברית, בלי שום סימן.', 'Text'],
    ['', 'Text'],
  ])('%j is %s', (content, language) => {
    expect(detectLanguage('paste', content)).toBe(language)
  })
})

describe('the language table', () => {
  const rows = LANGUAGE_TABLE.trim()
    .split('\n')
    .map((row) => row.split('|'))

  test('gives each extension to one language', () => {
    const extensions = rows.flatMap((row) => (row[3] ? row[3].split(',') : []))
    expect(new Set(extensions).size).toBe(extensions.length)
  })

  test('has a colour and a menu entry for every language', () => {
    expect(LANGUAGES).toContain('Text')
    expect(LANGUAGES.length).toBe(rows.length)
    for (const name of LANGUAGES) expect(languageColor(name)).toMatch(/^#[0-9a-f]{6}$/)
    expect(languageColor('Klingon')).toMatch(/^#[0-9a-f]{6}$/)
  })

  test('says which view and which highlight grammar a language has', () => {
    expect([isMarkdown('Markdown'), isSvg('SVG'), isHtml('HTML'), isHtml('Text')]).toEqual([true, true, true, false])
    expect([highlightName('Shell'), highlightName('Vue'), highlightName('Text'), highlightName('Klingon')]).toEqual([
      'bash',
      'xml',
      null,
      null,
    ])
  })

  test('detection returns a language of the table for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary', maxLength: 400 }), (name, content) => {
        expect(isLanguage(detectLanguage(name, content))).toBe(true)
      }),
    )
  })

  test('detection takes linear time for hostile text', () => {
    const texts = [
      '<'.repeat(20_000),
      'select '.repeat(3000),
      '# a\n'.repeat(5000),
      'a:'.repeat(10_000),
      '{"'.repeat(9000),
    ]
    texts.push(
      ' '.repeat(20_000),
      '\n'.repeat(20_000),
      'class a '.repeat(2500),
      '[a'.repeat(9000),
      'def a\n'.repeat(3000),
    )
    texts.push(
      'FROM a\n'.repeat(2800),
      'package a\n'.repeat(2000),
      'a.b '.repeat(5000),
      '<!--'.repeat(5000),
      '\t\n'.repeat(9000),
      'select a\n'.repeat(2000),
    )
    for (const text of texts) {
      const detect = () => {
        for (const name of ['paste', 'a.h', 'a.m', 'a.pl', 'a.inc', 'a.v']) detectLanguage(name, text)
      }
      expect(bestCpuMs(detect, 2)).toBeLessThan(400)
    }
  })
})
