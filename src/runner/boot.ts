/**
 * The first program inside a sandbox, in its Python. It writes `r` when it is ready, waits for a request, and then becomes the
 * requested program: in the same interpreter, because a second one would cost as much again. Its answer is one byte before any
 * output of the program: `R` runs, `I` was rejected for its imports.
 *
 * It imports only modules that are compiled into the interpreter, or every start would take twice as long.
 * It is no security boundary: the program can undo all of it and is still confined by the sandbox.
 */
export const BOOT = String.raw`
import _ast, _sitebuiltins, builtins, posix, sys

def take(count):
    got = b''
    while len(got) < count:
        piece = posix.read(0, count - len(got))
        if not piece:
            posix._exit(0)
        got += piece
    return got

def part():
    return take(int.from_bytes(take(4), 'big'))

def nodes(tree):
    left = [tree]
    while left:
        node = left.pop()
        yield node
        for name in node._fields:
            value = getattr(node, name, None)
            left += [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, _ast.AST)]

def refused(source, allowed):
    try:
        tree = compile(source, 'main.py', 'exec', _ast.PyCF_ONLY_AST, dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []  # the program fails by itself, with its own traceback
    found = []
    for node in nodes(tree):
        if isinstance(node, _ast.Import):
            found += [(node.lineno, name.name) for name in node.names]
        elif isinstance(node, _ast.ImportFrom):
            found.append((node.lineno, '.' * node.level + (node.module or '')))
    return sorted((line, name) for line, name in found if name.split('.')[0] not in allowed)

def start():
    posix.write(1, b'r')
    imports, source = part().decode(), part()
    if imports != '*':
        bad = refused(source, {*imports.split(','), '__future__'})
        if bad:
            posix.write(1, b'I')
            for line, name in bad:
                posix.write(2, ('main.py:%d: import of %s is not allowed here\n' % (line, name)).encode())
            posix._exit(1)
    posix.write(1, b'R')
    with open('/box/main.py', 'wb') as file:
        file.write(source)
    return source

def run(source):
    # As if Python had been started on the file: its own module, its folder first in the path, words as they are printed.
    main = type(sys)('__main__')
    main.__file__ = '/box/main.py'
    main.__builtins__ = builtins
    sys.modules['__main__'] = main
    sys.argv = ['/box/main.py']
    sys.path.insert(0, '/box')
    sys.stdout.reconfigure(line_buffering=True)
    for name in ('exit', 'quit'):
        setattr(builtins, name, _sitebuiltins.Quitter(name, 'Ctrl-D'))
    try:
        exec(compile(source, '/box/main.py', 'exec', dont_inherit=True), main.__dict__)
    except SystemExit:
        raise
    except BaseException as error:
        # Without our own frame, which the reader did not write.
        trace = error.__traceback__.tb_next
        sys.excepthook(type(error), error.with_traceback(trace), trace)
        sys.exit(130 if isinstance(error, KeyboardInterrupt) else 1)

run(start())
`
