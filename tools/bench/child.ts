import { serveModule } from './child-program';
import { PROGRAMS } from './programs';

// The program of every child: runs the functions of the module that its argument names.
serveModule(PROGRAMS[process.argv[2] as keyof typeof PROGRAMS]);
